import { millisecondsInDay } from 'date-fns/constants';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { complaintsProjection } from '#projections/read-models/complaints/project.ts';
import { money } from '#projections/read-models/money/project.ts';
import { createTables } from '#projections/runner/ddl.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { findIncidents, type IncidentSources } from './find-incidents.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await freshDatabase();
  for (const projection of [complaintsProjection, money])
    await database.pool.query(createTables(projection, 'public'));
});
afterEach(() => database?.drop());

const now = new Date('2026-11-27T12:00:00Z');
const find = (dead: Awaited<ReturnType<IncidentSources['deadLetters']>> = []) =>
  findIncidents({ pool: database.pool, deadLetters: async () => dead }, now);

test('a new installation has no incidents', async () => {
  expect(await find()).toEqual([]);
});

test('a projection stopped by an event is an incident; a rebuilding one is not', async () => {
  const stop = (name: string, error: object) =>
    database.pool.query(
      `INSERT INTO projection_checkpoints (name, version, status, error) VALUES ($1, 1, 'stopped', $2)`,
      [name, JSON.stringify(error)],
    );
  await stop('wallet', { eventId: 'e-1', type: 'PassHeld', message: 'ann@example.com is too long' });
  await stop('members', { reason: 'version 2 is being built' });
  expect(await find()).toEqual([{ kind: 'projection-stopped', ref: 'wallet/e-1', projection: 'wallet' }]);
});

test('dead jobs of the last week are one incident per kind, without sweeps', async () => {
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * millisecondsInDay);
  const found = await find([
    { name: 'send-receipt', failedAt: at(0) },
    { name: 'send-receipt', failedAt: at(3) },
    { name: 'send-receipt', failedAt: at(8) },
    { name: 'settle-booking', failedAt: at(1) },
    { name: 'sweep-bookings', failedAt: at(0) },
    { name: 'send-welcome', failedAt: null },
  ]);
  expect(found).toEqual([
    { kind: 'jobs-dead', ref: 'send-receipt', count: 2 },
    { kind: 'jobs-dead', ref: 'settle-booking', count: 1 },
  ]);
});

test('webhooks are an incident after an hour, a missing verification after two days', async () => {
  await database.pool.query(
    `INSERT INTO stripe_webhooks (event_id, type, payload, received_at) VALUES
       ('evt_new', 'test', '{}', now() - interval '50 minutes')`,
  );
  await database.pool.query(
    `INSERT INTO verifications (night, noted_at) VALUES ('2026-01-01', now() - interval '47 hours')`,
  );
  expect(await find()).toEqual([]);
  await database.pool.query(
    `INSERT INTO stripe_webhooks (event_id, type, payload, received_at, processed_at) VALUES
       ('evt_old', 'test', '{}', now() - interval '150 minutes', NULL),
       ('evt_done', 'test', '{}', now() - interval '9 hours', now())`,
  );
  await database.pool.query(`UPDATE verifications SET noted_at = now() - interval '73 hours'`);
  expect(await find()).toEqual([
    { kind: 'verification-late', ref: 'nightly', days: 3 },
    { kind: 'webhooks-stuck', ref: 'stripe', count: 2, hours: 2 },
  ]);
});

test('complaints are an incident a week before they are due, or two days without an acknowledgement', async () => {
  const add = (id: number, receivedAt: string, dueAt: string, acknowledgedAt: string | null) =>
    database.pool.query(
      `INSERT INTO complaints (id, received_at, last_at, due_at, acknowledged_at) VALUES ($1, $2, $2, $3, $4)`,
      [id, receivedAt, dueAt, acknowledgedAt],
    );
  const [due, received] = ['2026-12-04T23:59:59.999Z', '2026-11-04T10:00:00Z'];
  await add(1, '2026-11-05T10:00:00Z', '2026-12-05T23:59:59.999Z', received);
  await add(2, '2026-11-25T12:00:01Z', '2026-12-25T23:59:59.999Z', null);
  expect(await find()).toEqual([]);
  await add(3, received, due, received);
  await add(4, '2026-11-25T11:59:59Z', '2026-12-25T23:59:59.999Z', null);
  const incident = { kind: 'complaints-due', ref: 'complaints', firstDueAt: new Date(due) };
  expect(await find()).toEqual([{ ...incident, unanswered: 1, unacknowledged: 1 }]);
  await database.pool.query('UPDATE complaints SET answered_at = received_at WHERE id IN (3, 4)');
  expect(await find()).toEqual([]);
});

test('refunds that came back are an incident for three days', async () => {
  const add = (id: string, kind: string, pence: number, at: string) =>
    database.pool.query(
      `INSERT INTO money_entries (id, kind, amount_pence, at, day, month, member_id, position, stream, revision)
       VALUES ($1, $2, $3, $4::timestamptz, '', '', 'ann', 1, 's', 1)`,
      [id, kind, pence, at],
    );
  await add('a', 'pass_refund_failed', 2_400, '2026-11-24T11:59:59Z');
  await add('b', 'pass_refund', -2_400, '2026-11-27T09:00:00Z');
  expect(await find()).toEqual([]);
  await add('c', 'pass_refund_failed', 2_400, '2026-11-24T12:00:00Z');
  await add('d', 'pass_refund_failed', 100_000, '2026-11-27T09:00:00Z');
  expect(await find()).toEqual([{ kind: 'refunds-failed', ref: 'refunds', count: 2, pence: 102_400 }]);
});
