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
  await database.drop();
});

function start(projections: readonly Projection[] = studioProjections, maxBatch = 100): RunningProjections {
  const started = startProjections({ databaseUrl: database.url, store, projections, log, maxBatch });
  running.push(started);
  return started;
}

function happen(...more: readonly StudioRecord[]): void {
  events.push(...more);
  store.add(...more);
}

const checkpoint = async (name: string) => (await readCheckpoints(database.pool)).get(name);
const reached = (name: string) =>
  waitFor(async () => (await checkpoint(name))?.position === store.end, { what: name });

async function caughtUp(projections: readonly Projection[] = studioProjections): Promise<void> {
  for (const { name } of projections) await reached(name);
}

test('every read model holds what its events come to', async () => {
  start();
  happen(...history.generateEvents(1_500));
  await caughtUp();
  happen(...history.member('late'), ...history.booking('late', 1, 'cancelled'));
  await caughtUp();
  expect(await findDifferences(database.pool, studioProjections, events)).toEqual([]);
});

test('a runner that is cut off in the middle of its work, again and again, applies every event once', async () => {
  start(studioProjections, 20);
  const life = history.generateEvents(3_000);
  for (let from = 0; from < life.length; from += 300) {
    happen(...life.slice(from, from + 300));
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'tideline projections' AND datname = current_database()`,
    );
  }
  await caughtUp();
  expect(await findDifferences(database.pool, studioProjections, events)).toEqual([]);
}, 30_000);

test('one of two runners works; the other takes over when it goes', async () => {
  const first = start();
  await first.caughtUp;
  const second = start();
  happen(...history.generateEvents(400));
  await caughtUp();
  let secondWorks = false;
  void second.caughtUp.then(() => {
    secondWorks = true;
  });
  expect(secondWorks).toBe(false);
  await first.stop();
  happen(...history.setting('theme', 'sea'));
  await second.caughtUp;
  await caughtUp();
  expect(await findDifferences(database.pool, studioProjections, events)).toEqual([]);
});

test('two runners that both believe to be the only one still apply every event once', async () => {
  start();
  const life = history.generateEvents(2_000);
  happen(...life.slice(0, 500));
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'tideline lock projections' AND datname = current_database()`,
  );
  start();
  happen(...life.slice(500));
  await caughtUp();
  expect(await findDifferences(database.pool, studioProjections, events)).toEqual([]);
});

const oddTable = defineTable({
  name: 'odd',
  columns: { position: 'bigint', value: 'integer' },
  key: ['position'],
});

/** Stumbles over the setting 'poison': by throwing, or by a value that the table can't hold. */
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
  'an event that a projection %s over stops that projection there, and no other',
  async (how) => {
    const odd = oddProjection(how);
    start([odd, ...studioProjections]);
    const before = [...history.generateEvents(150)];
    const poison = history.setting('poison', 'x');
    happen(...before, ...poison, ...history.member('after'));
    await caughtUp();
    const stopped = await waitFor(async () => {
      const found = await checkpoint('odd');
      return found?.isStopped === true && found;
    });
    expect(stopped.position).toBe(before.at(-1)?.position);
    expect(await findDifferences(database.pool, [odd], before)).toEqual([]);
    expect(await findDifferences(database.pool, studioProjections, events)).toEqual([]);
    const { rows } = await database.pool.query(`SELECT error FROM projection_checkpoints WHERE name = 'odd'`);
    expect(rows[0].error).toMatchObject({ type: 'SettingChanged', position: String(poison[0]?.position) });

    happen(...history.setting('theme', 'sea'));
    await caughtUp();
    expect(await findDifferences(database.pool, studioProjections, events)).toEqual([]);
  },
);

test('a stopped projection is tried again at the next start, from where it stopped', async () => {
  const first = start([oddProjection('throws')]);
  happen(...history.setting('theme', 'sea'), ...history.setting('poison', 'x'), ...history.member('m'));
  await waitFor(async () => (await checkpoint('odd'))?.isStopped);
  await first.stop();
  const healed = oddProjection('throws', 1, true);
  start([healed]);
  await reached('odd');
  expect(await findDifferences(database.pool, [healed], events)).toEqual([]);
});

test('a new version is built anew and takes the place of the old one', async () => {
  const first = start([oddProjection('throws'), wallet]);
  happen(...history.generateEvents(300));
  await caughtUp([wallet]);
  await first.stop();
  const next = oddProjection('throws', 2);
  start([next, wallet]);
  happen(...history.member('late'));
  await waitFor(async () => (await checkpoint('odd'))?.version === 2);
  await caughtUp([next, wallet]);
  expect(await findDifferences(database.pool, [next, wallet], events)).toEqual([]);
  const { rows } = await database.pool.query(`SELECT 1 FROM pg_namespace WHERE nspname LIKE 'build%'`);
  expect(rows).toEqual([]);
});

test('a new release builds while the old one serves, and the old one lets go', async () => {
  const old = start([oddProjection('throws'), wallet]);
  await old.caughtUp;
  happen(...history.generateEvents(300));
  await reached('odd');
  const next = oddProjection('throws', 2);
  start([next, wallet]);
  await waitFor(async () => (await checkpoint('odd'))?.version === 2);
  happen(...history.member('late'));
  await reached('wallet');
  await old.stop();
  await reached('odd');
  expect(await findDifferences(database.pool, [next, wallet], events)).toEqual([]);
});

test('while everything is rebuilt under load, readers always see whole tables', async () => {
  start();
  happen(...history.generateEvents(2_000));
  await caughtUp();
  const least = 2_000;
  let going = true;
  let reads = 0;
  const reader = (async () => {
    while (going) {
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
    for (let member = 0; going; member++) {
      happen(...history.member(`w${member}`), ...history.booking(`w${member}`, 1, 'cancelled'));
      await reached(bookingsProjection.name);
    }
  })();
  const failures = await rebuild(studioProjections, {
    databaseUrl: database.url,
    store,
    log,
    batchSize: 300,
  });
  const once = await rebuild([members], { databaseUrl: database.url, store, log });
  going = false;
  await Promise.all([reader, writer]);
  await caughtUp();
  expect([...failures, ...once]).toEqual([]);
  expect(events.length).toBeGreaterThan(least);
  expect(reads).toBeGreaterThan(3);
  expect(await findDifferences(database.pool, studioProjections, events)).toEqual([]);
}, 30_000);

test('a projection that can not be rebuilt keeps its old tables, the others are rebuilt', async () => {
  const first = start([oddProjection('unstorable', 1, true), wallet]);
  happen(...history.generateEvents(200), ...history.setting('poison', 'x'));
  await caughtUp([wallet]);
  await reached('odd');
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
