import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { webhookInboxSweep } from './webhook-inbox.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Whether the sweep has a webhook tried that was tried so often, the last time (or received) so many seconds ago. */
async function isTried(attempts: number, seconds: number, processed = false): Promise<boolean> {
  await database.pool.query('DELETE FROM stripe_webhooks');
  const when = `now() - interval '${seconds} seconds'`;
  await database.pool.query(
    `INSERT INTO stripe_webhooks (event_id, type, payload, attempts, received_at, last_attempt_at, processed_at)
     VALUES ('evt_1', 'charge.refunded', '{}', ${attempts},
       ${attempts === 0 ? when : "now() - interval '1 day'"}, ${attempts === 0 ? 'NULL' : when}, ${processed ? 'now()' : 'NULL'})`,
  );
  const jobs = await webhookInboxSweep(database.pool).find(new Date());
  return jobs.some(({ payload }) => JSON.stringify(payload) === '{"eventId":"evt_1"}');
}

test('a webhook that fails is tried again after pauses that double up to an hour', async () => {
  const pauses = [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600, 3_600];
  for (const [attempts, pause] of pauses.entries()) {
    expect([attempts, await isTried(attempts, pause - 2)]).toEqual([attempts, false]);
    expect([attempts, await isTried(attempts, pause + 2)]).toEqual([attempts, true]);
  }
  expect(await isTried(10_000, 3_602)).toBe(true);
});

test('one that was acted on is left alone', async () => {
  expect(await isTried(1, 90_000, true)).toBe(false);
});
