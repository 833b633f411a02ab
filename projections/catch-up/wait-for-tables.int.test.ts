import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '#infra/logging/logger.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { waitForTables } from './wait-for-tables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database?.drop());
beforeEach(() => database.pool.query('DELETE FROM projection_checkpoints'));

const createCheckpoint = (name: string) =>
  database.pool.query("INSERT INTO projection_checkpoints (name, version, status) VALUES ($1, 1, 'live')", [
    name,
  ]);

/** Starts to wait for two read models. */
function begin() {
  const stopping = new AbortController();
  const logged: string[] = [];
  const logger = createLogger({
    level: 'warn',
    component: 'test',
    destination: { write: (line: string) => logged.push(line) },
  });
  const done = waitForTables({
    pool: database.pool,
    projections: ['a', 'b'],
    signal: stopping.signal,
    logger,
  });
  return { done, logged, stop: () => stopping.abort() };
}

test('returns immediately when all tables exist, whatever their position', async () => {
  await createCheckpoint('a');
  await createCheckpoint('b');
  const { done, logged } = begin();
  expect(await done).toBe(true);
  expect(logged).toEqual([]);
});

test('waits for a missing table and logs once which one', async () => {
  await createCheckpoint('a');
  const { done, logged } = begin();
  await waitFor(() => logged.length > 0);
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level: 'warn', missing: ['b'] });
  await createCheckpoint('b');
  expect(await done).toBe(true);
  expect(logged).toHaveLength(1);
});

test('returns false when aborted', async () => {
  const { done, logged, stop } = begin();
  await waitFor(() => logged.length > 0);
  stop();
  expect(await done).toBe(false);
});
