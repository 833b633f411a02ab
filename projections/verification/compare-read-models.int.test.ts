import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogger } from '#infra/logging/logger.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import type { StudioRecord } from '../definition/projection.ts';
import { studioProjections } from '../registry.ts';
import { readCheckpoints } from '../runner/checkpoints.ts';
import { type RunningProjections, startProjections } from '../runner/start-projections.ts';
import { FakeEventStore } from '../testing/fake-event-store.ts';
import { StudioHistory } from '../testing/studio-history.ts';
import { type CompareOptions, compareReadModels } from './compare-read-models.ts';

const log = createLogger({ level: 'silent', component: 'test' });
let history: StudioHistory;
let store: FakeEventStore;
let database: TestDatabase;
let running: RunningProjections;

beforeEach(async () => {
  history = new StudioHistory();
  store = new FakeEventStore();
  database = await freshDatabase();
  store.add(
    ...history.generateEvents(600),
    ...history.setting('first', 'yes'),
    ...history.setting('second', 'yes'),
  );
  running = startProjections({ databaseUrl: database.url, store, projections: studioProjections, log });
  await running.caughtUp;
});
afterEach(async () => {
  await running?.stop();
  await database?.drop();
});

const compare = (options: Partial<CompareOptions> = {}) =>
  compareReadModels(studioProjections, { databaseUrl: database.url, store, batchSize: 200, ...options });

/** A log that grows when its end is first read, and waits until the read models have projected the new events. */
const growing: CompareOptions['store'] = {
  async *readAll(position, batchSize) {
    yield* store.readAll(position, batchSize);
    if (position !== null) return;
    store.add(...history.booking('m1', 1), ...history.setting('busy', 'yes'));
    await waitFor(async () => {
      const checkpoints = await readCheckpoints(database.pool);
      return studioProjections.every(({ name }) => checkpoints.get(name)?.position === store.end);
    });
  },
};

it('finds no differences in correct read models while events arrive', async () => {
  let seen = 0;
  const before = store.end;
  const { compared, notCompared, differences } = await compare({
    store: growing,
    onEvents: (events: readonly StudioRecord[]) => {
      seen += events.length;
    },
  });
  expect(differences).toEqual([]);
  expect(notCompared).toEqual([]);
  expect(compared.map(({ projection }) => projection).toSorted()).toEqual(
    studioProjections.map(({ name }) => name).toSorted(),
  );
  for (const { position } of compared) expect(BigInt(position ?? 0)).toBeGreaterThan(before);
  expect(compared.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(100);
  expect(seen).toBeGreaterThanOrEqual(600);
});

it('reports a changed row, a missing row and an invented row', async () => {
  await database.pool.query(`
    UPDATE wallet_lots SET available = available + 1 WHERE lot_id = 'lot-m2';
    DELETE FROM settings WHERE key = (SELECT min(key) FROM settings);
    INSERT INTO settings SELECT (jsonb_populate_record(s, '{"key": "invented"}')).* FROM settings s LIMIT 1`);
  const { differences } = await compare();
  expect(differences).toHaveLength(3);
  expect(differences).toContainEqual(
    expect.objectContaining({ table: 'wallet_lots', key: { lot_id: 'lot-m2' }, column: 'available' }),
  );
  expect(differences).toContainEqual(
    expect.objectContaining({ table: 'settings', column: null, expected: 'a row', found: null }),
  );
  expect(differences).toContainEqual(
    expect.objectContaining({ table: 'settings', key: { key: 'invented' }, expected: null }),
  );
});

it('hides the values of personal data that differ', async () => {
  await database.pool.query(`UPDATE users SET name = 'Somebody Else' WHERE id = 'm1'`);
  const { differences } = await compare();
  const found = differences.filter(({ table }) => table === 'users');
  expect(found).toMatchObject([{ key: { id: 'm1' }, column: 'name' }]);
  expect(JSON.stringify(found)).not.toMatch(/Somebody|Member m1/);
});
