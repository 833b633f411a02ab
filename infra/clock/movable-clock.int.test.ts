import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { createMovableClock } from './movable-clock.ts';
import type { StudioClock } from './studio-clock.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database?.drop());

function machine(iso: string): StudioClock & { set(iso: string): void } {
  let now = new Date(iso);
  return {
    now: () => now,
    set(next) {
      now = new Date(next);
    },
  };
}

test('follows the system clock, moves forward only, and keeps its offset after a restart', async () => {
  const wall = machine('2026-03-01T10:00:00Z');
  const clock = await createMovableClock(database.pool, wall);
  const now = () => clock.now().toISOString();
  expect(now()).toBe('2026-03-01T10:00:00.000Z');
  await clock.moveTo(new Date('2026-03-09T08:00:00.250Z'));
  expect(now()).toBe('2026-03-09T08:00:00.250Z');
  wall.set('2026-03-01T10:00:05Z');
  expect(now()).toBe('2026-03-09T08:00:05.250Z');
  await clock.moveTo(new Date('2026-03-02T00:00:00Z'));
  expect(now()).toBe('2026-03-09T08:00:05.250Z');
  wall.set('2026-03-01T09:00:00Z');
  expect(now()).toBe('2026-03-09T08:00:05.250Z');
  await expect(clock.moveTo(new Date(Number.NaN))).rejects.toThrow(RangeError);

  wall.set('2026-03-01T11:00:00Z');
  const restarted = await createMovableClock(database.pool, wall);
  expect(restarted.now().toISOString()).toBe('2026-03-09T09:00:00.250Z');
});
