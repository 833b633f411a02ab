import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '#infra/postgres/create-pool.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { webhookInboxSweep } from './webhook-inbox.ts';

let database: TestDatabase;
/** Has one connection, whose open transaction keeps `now()` as it is. */
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 1 });
  await pool.query('BEGIN');
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

/** Whether the sweep retries a webhook after this many attempts, the last of them (or its receipt) `seconds` ago. */
async function isRetried(attempts: number, seconds: number, isProcessed = false): Promise<boolean> {
  await pool.query('DELETE FROM stripe_webhooks');
  const when = `now() - interval '${seconds} seconds'`;
  await pool.query(
    `INSERT INTO stripe_webhooks (event_id, type, payload, attempts, received_at, last_attempt_at, processed_at)
     VALUES ('evt_1', 'charge.refunded', '{}', ${attempts},
       ${attempts === 0 ? when : "now() - interval '1 day'"}, ${attempts === 0 ? 'NULL' : when}, ${isProcessed ? 'now()' : 'NULL'})`,
  );
  const jobs = await webhookInboxSweep(pool).find(new Date());
  return jobs.some(({ payload }) => JSON.stringify(payload) === '{"eventId":"evt_1"}');
}

test('the sweep retries a failed webhook after delays that double to one hour', async () => {
  const delaysSeconds = [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600, 3_600];
  for (const [attempts, delaySeconds] of delaysSeconds.entries()) {
    expect([attempts, await isRetried(attempts, delaySeconds - 2)]).toEqual([attempts, false]);
    expect([attempts, await isRetried(attempts, delaySeconds + 2)]).toEqual([attempts, true]);
  }
  expect(await isRetried(10_000, 3_602)).toBe(true);
});

test('the sweep ignores a processed webhook', async () => {
  expect(await isRetried(1, 90_000, true)).toBe(false);
});
