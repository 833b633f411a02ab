import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLastVerification, recordVerification } from '#infra/postgres/tables/verifications.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { nightOf } from './night.ts';
import { nightlyVerificationSweep } from './nightly-verification.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database?.drop());

test('a night begins at 03:00 London time in winter and in summer', () => {
  expect(nightOf(new Date('2026-01-10T02:59:59Z'))).toBe('2026-01-09');
  expect(nightOf(new Date('2026-01-10T03:00:00Z'))).toBe('2026-01-10');
  expect(nightOf(new Date('2026-07-10T01:59:59Z'))).toBe('2026-07-09');
  expect(nightOf(new Date('2026-07-10T02:00:00Z'))).toBe('2026-07-10');
});

test('the sweep verifies each night once, except the night of the first start and nights skipped by a clock', async () => {
  const sweep = nightlyVerificationSweep(database.pool);
  const nights = async (now: string) => (await sweep.find(new Date(now))).map(({ key }) => key);
  expect(await nights('2026-01-09T18:00:00Z')).toEqual([]);
  expect(await nights('2026-01-10T02:59:00Z')).toEqual([]);
  expect(await nights('2026-01-10T03:01:00Z')).toEqual(['2026-01-10']);
  // Enqueued until it has finished; the key makes it one job.
  expect(await nights('2026-01-10T09:00:00Z')).toEqual(['2026-01-10']);
  const figures = {
    events: 12,
    eventExceptions: 1,
    readModelExceptions: 0,
    unbalancedWallets: 1,
    codes: { LOT_OVERDRAWN: 1 },
  };
  await recordVerification(database.pool, '2026-01-10', figures);
  expect(await nights('2026-01-11T02:59:00Z')).toEqual([]);
  expect(await nights('2026-01-14T12:00:00Z')).toEqual(['2026-01-14']);
  expect(await readLastVerification(database.pool)).toMatchObject({ night: '2026-01-10', ...figures });
});
