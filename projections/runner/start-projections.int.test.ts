import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '#infra/logging/logger.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import type { Projection, StudioRecord, Writer } from '../definition/projection.ts';
import { defineTable } from '../definition/table.ts';
import { bookingsProjection } from '../read-models/bookings/project.ts';
import { members } from '../read-models/members/project.ts';
import { wallet } from '../read-models/wallet/project.ts';
import { studioProjections } from '../registry.ts';
import { FakeEventStore } from '../testing/fake-event-store.ts';
import { findDifferences } from '../testing/find-differences.ts';
import { StudioHistory } from '../testing/studio-history.ts';
import { readCheckpoints } from './checkpoints.ts';
import { rebuild } from './rebuild.ts';
import { type RunningProjections, startProjections } from './start-projections.ts';

const log = createLogger({ level: 'silent', component: 'test' });

let database: TestDatabase;
let store: FakeEventStore;
let history: StudioHistory;
let events: StudioRecord[];
const running: RunningProjections[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  store = new FakeEventStore();
  history = new StudioHistory();
  events = [];
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((projections) => projections.stop()));
  await database?.drop();
});

function start(projections: readonly Projection[] = studioProjections, maxBatch = 100): RunningProjections {
  const started = startProjections({ databaseUrl: database.url, store, projections, log, maxBatch });
  running.push(started);
  return started;
}

function append(...more: readonly StudioRecord[]): void {
  events.push(...more);
  store.add(...more);
}

const checkpoint = async (name: string) => (await readCheckpoints(database.pool)).get(name);
const waitForEnd = (name: string) =>
  waitFor(async () => (await checkpoint(name))?.position === store.end, { what: name });

async function waitForCatchUp(projections: readonly Projection[] = studioProjections): Promise<void> {
  for (const { name } of projections) await waitForEnd(name);
}

test('projects every event to every read model', async () => {
  start();
  append(...history.generateEvents(1_500));
  await waitForCatchUp();
  append(...history.member('late'), ...history.booking('late', 1, 'cancelled'));
  await waitForCatchUp();
  expect(await findDifferences(database.pool, studioProjections, events)).toEqual([]);
});

test('applies every event once when its connection is terminated repeatedly', async () => {
  start(studioProjections, 20);
  const generated = history.generateEvents(3_000);
  for (let from = 0; from < generated.length; from += 300) {
    append(...generated.slice(from, from + 300));
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'tideline projections' AND datname = current_database()`,
    );
  }
  await waitForCatchUp();
  expect(await findDifferences(database.pool, studioProjections, events)).toEqual([]);
});

test('runs one of two runners, and the other takes over when the first stops', async () => {
  const first = start();
  await first.caughtUp;
  const second = start();
  append(...history.generateEvents(400));
  await waitForCatchUp();
  let secondWorks = false;
  void second.caughtUp.then(() => {
    secondWorks = true;
  });
  expect(secondWorks).toBe(false);
  await first.stop();
  append(...history.setting('theme', 'sea'));
  await second.caughtUp;
  await waitForCatchUp();
  expect(await findDifferences(database.pool, studioProjections, events)).toEqual([]);
});

test('applies every event once when two runners are active', async () => {
  start();
  const generated = history.generateEvents(2_000);
  append(...generated.slice(0, 500));
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'tideline lock projections' AND datname = current_database()`,
  );
  start();
  append(...generated.slice(500));
  await waitForCatchUp();
  expect(await findDifferences(database.pool, studioProjections, events)).toEqual([]);
});

const oddTable = defineTable({
  name: 'odd',
  columns: { position: 'bigint', value: 'integer' },
  key: ['position'],
});

/** Fails at the setting 'poison': throws, or writes a value that the column rejects. */
function oddProjection(how: 'throws' | 'unstorable', version = 1, healed = false): Projection {
  return {
    name: 'odd',
    version,
    tables: [oddTable],
    project(event: StudioRecord, write: Writer) {
      const poison = event.type === 'SettingChanged' && event.data.key === 'poison' && !healed;
      if (poison && how === 'throws') throw new TypeError('Not this one');
      write.put(oddTable, { position: String(event.position), value: poison ? 1e12 : version });
    },
  };
}

test.each(['throws', 'unstorable'] as const)(
  'stops only the projection that fails at an event (%s), at that event',
  async (how) => {
    const odd = oddProjection(how);
    start([odd, ...studioProjections]);
    const before = [...history.generateEvents(150)];
    const poison = history.setting('poison', 'x');
    append(...before, ...poison, ...history.member('after'));
    await waitForCatchUp();
    const stopped = await waitFor(async () => {
      const found = await checkpoint('odd');
      return found?.isStopped === true && found;
    });
    expect(stopped.position).toBe(before.at(-1)?.position);
    expect(await findDifferences(database.pool, [odd], before)).toEqual([]);
    expect(await findDifferences(database.pool, studioProjections, events)).toEqual([]);
    const { rows } = await database.pool.query(`SELECT error FROM projection_checkpoints WHERE name = 'odd'`);
    expect(rows[0].error).toMatchObject({ type: 'SettingChanged', position: String(poison[0]?.position) });

    append(...history.setting('theme', 'sea'));
    await waitForCatchUp();
    expect(await findDifferences(database.pool, studioProjections, events)).toEqual([]);
  },
);

test('restarts a stopped projection at the next start, from its position', async () => {
  const first = start([oddProjection('throws')]);
  append(...history.setting('theme', 'sea'), ...history.setting('poison', 'x'), ...history.member('m'));
  await waitFor(async () => (await checkpoint('odd'))?.isStopped);
  await first.stop();
  const healed = oddProjection('throws', 1, true);
  start([healed]);
  await waitForEnd('odd');
  expect(await findDifferences(database.pool, [healed], events)).toEqual([]);
});

test('rebuilds a new version, which replaces the old one', async () => {
  const first = start([oddProjection('throws'), wallet]);
  append(...history.generateEvents(300));
  await waitForCatchUp([wallet]);
  await first.stop();
  const next = oddProjection('throws', 2);
  start([next, wallet]);
  append(...history.member('late'));
  await waitFor(async () => (await checkpoint('odd'))?.version === 2);
  await waitForCatchUp([next, wallet]);
  expect(await findDifferences(database.pool, [next, wallet], events)).toEqual([]);
  const { rows } = await database.pool.query(`SELECT 1 FROM pg_namespace WHERE nspname LIKE 'build%'`);
  expect(rows).toEqual([]);
});

test('builds a new release beside the old one, whose runner then skips it', async () => {
  const old = start([oddProjection('throws'), wallet]);
  await old.caughtUp;
  append(...history.generateEvents(300));
  await waitForEnd('odd');
  const next = oddProjection('throws', 2);
  start([next, wallet]);
  await waitFor(async () => (await checkpoint('odd'))?.version === 2);
  append(...history.member('late'));
  await waitForEnd('wallet');
  await old.stop();
  await waitForEnd('odd');
  expect(await findDifferences(database.pool, [next, wallet], events)).toEqual([]);
});

test('shows readers complete tables during a rebuild under load', async () => {
  start();
  append(...history.generateEvents(2_000));
  await waitForCatchUp();
  const least = 2_000;
  let isRunning = true;
  let reads = 0;
  const reader = (async () => {
    while (isRunning) {
      const { rows } = await database.pool.query(
        `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM bookings) AS bookings,
           (SELECT count(*) FROM wallet_lots WHERE granted <> available + held + used + forfeited + expired + revoked)
             AS wrong`,
      );
      expect(rows[0].users).toBeGreaterThanOrEqual(50);
      expect(rows[0].bookings).toBeGreaterThan(400);
      expect(rows[0].wrong).toBe(0);
      reads++;
    }
  })();
  const writer = (async () => {
    for (let member = 0; isRunning; member++) {
      append(...history.member(`w${member}`), ...history.booking(`w${member}`, 1, 'cancelled'));
      await waitForEnd(bookingsProjection.name);
    }
  })();
  const failures = await rebuild(studioProjections, {
    databaseUrl: database.url,
    store,
    log,
    batchSize: 300,
  });
  const once = await rebuild([members], { databaseUrl: database.url, store, log });
  isRunning = false;
  await Promise.all([reader, writer]);
  await waitForCatchUp();
  expect([...failures, ...once]).toEqual([]);
  expect(events.length).toBeGreaterThan(least);
  expect(reads).toBeGreaterThan(3);
  expect(await findDifferences(database.pool, studioProjections, events)).toEqual([]);
});

test('keeps the old tables of a projection whose rebuild fails, and rebuilds the others', async () => {
  const first = start([oddProjection('unstorable', 1, true), wallet]);
  append(...history.generateEvents(200), ...history.setting('poison', 'x'));
  await waitForCatchUp([wallet]);
  await waitForEnd('odd');
  await first.stop();
  const failures = await rebuild([oddProjection('unstorable', 2), wallet], {
    databaseUrl: database.url,
    store,
    log,
  });
  expect([...failures.keys()]).toEqual(['odd']);
  expect(await checkpoint('odd')).toMatchObject({ version: 1, position: store.end });
  expect(
    await findDifferences(database.pool, [oddProjection('unstorable', 1, true), wallet], events),
  ).toEqual([]);
});
