import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { settingsProjection } from '../read-models/settings/project.ts';
import { wallet } from '../read-models/wallet/project.ts';
import { FakeEventStore } from '../testing/fake-event-store.ts';
import { StudioHistory } from '../testing/studio-history.ts';
import { buildAsOf, dropAsOf } from './build-as-of.ts';

let database: TestDatabase;
const store = new FakeEventStore();
const history = new StudioHistory();
const events = [
  ...history.member('ann', 5),
  ...history.scheduledClass(1),
  ...history.booking('ann', 1),
  ...history.setting('one', 'a'),
];
store.add(...events);

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database?.drop());

it('builds a read model at an event in a separate schema', async () => {
  const options = { databaseUrl: database.url, store };
  const held = events.findIndex(({ type }) => type === 'PassHeld');
  const then = await buildAsOf(wallet, { position: events[held]?.position ?? 0n }, options);
  const now = await buildAsOf(wallet, { position: store.end }, options);
  expect([then.schema, now.schema]).toEqual(['asof_wallet_1', 'asof_wallet_2']);
  expect(then.tables).toContain('asof_wallet_1.wallet_lots');
  const lots = 'SELECT available, held, used FROM';
  expect((await database.pool.query(`${lots} asof_wallet_1.wallet_lots`)).rows).toEqual([
    { available: 4, held: 1, used: 0 },
  ]);
  expect((await database.pool.query(`${lots} asof_wallet_2.wallet_lots`)).rows).toEqual([
    { available: 4, held: 0, used: 1 },
  ]);
  expect(await dropAsOf(wallet, options)).toEqual(['asof_wallet_1', 'asof_wallet_2']);
  expect(await dropAsOf(wallet, options)).toEqual([]);
});

it('ends each stream before its first event after the instant', async () => {
  const options = { databaseUrl: database.url, store };
  const before = await buildAsOf(settingsProjection, { instant: new Date('2026-03-02T09:59:59Z') }, options);
  expect(before).toMatchObject({ events: 0, position: null });
  const at = await buildAsOf(settingsProjection, { instant: new Date('2026-03-02T10:00:00Z') }, options);
  expect(at.events).toBe(events.length);
  const { rows } = await database.pool.query(`SELECT count(*)::int AS n FROM ${at.schema}.settings`);
  expect(rows).toEqual([{ n: 1 }]);
});
