import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toEventStoreDatabaseUrl } from '#embedded/backends.ts';
import { startEventStoreNode } from '#embedded/event-store-node/start-node.ts';
import { openRawLog, type RawEntry, type RawLog } from '#infra/event-store/raw-log.ts';
import { createPool } from '#infra/postgres/create-pool.ts';
import { monthClosingsIn } from '#projections/read-models/months/queries.ts';
import { runTask, startTask } from '../backup/run-task.fixture.ts';
import { londonDayIn } from '../testing/open-classes.ts';
import { freshDatabase, type TestDatabase } from '../testing/shared-postgres.ts';
import { StudioClient } from '../testing/studio-client.ts';
import { type StudioProcess, startStudioProcess } from '../testing/studio-process.ts';
import { waitFor } from '../testing/wait-for.ts';
import { verifyLogs } from './verify-logs.ts';

interface Server {
  readonly database: TestDatabase;
  url: string;
  readonly log: RawLog;
  stop(): Promise<void>;
}

const servers: Server[] = [];

async function startServer(): Promise<Server> {
  const database = await freshDatabase({ empty: true });
  const node = await startEventStoreNode({ databaseUrl: database.url, port: 0 });
  const log = openRawLog(node.connectionString);
  const server = {
    database,
    url: node.connectionString,
    log,
    async stop() {
      await log.close();
      await node.stop();
    },
  };
  servers.push(server);
  return server;
}

afterAll(async () => {
  for (const { database, stop } of servers) {
    await stop();
    await database.drop();
  }
});

/** What a log holds, by its table and not by what is tested; system events left out. */
async function contentOf({ url }: { url: string }): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ event: string }>(
      `SELECT (stream, revision, id, is_json, type, custom_metadata, data)::text AS event
       FROM event_store.events WHERE get_byte(stream, 0) <> ascii('$') ORDER BY position`,
    );
    return rows.map(({ event }) => event);
  } finally {
    await client.end();
  }
}

type Draft = Pick<RawEntry, 'id' | 'type' | 'isJson' | 'data' | 'metadata'>;

/** All that bytes can be: JSON that would be written otherwise, text outside ASCII, no JSON at all, nothing, large. */
const contents: readonly (readonly [string | Buffer, boolean])[] = [
  ['{ "b": 1.0, "a": 1e3, "10": 12345678901234567890 }', true],
  ['{"text":"naïve 🎾 \\u0041"}', true],
  ['broken {', true],
  [Buffer.from([0, 255, 128, 10]), false],
  ['', false],
];

/** As large as an append can be. */
const largest: Draft = { ...draft(0), data: Buffer.alloc(1_048_576, 'é'), isJson: false };

function draft(number: number): Draft {
  const [data, isJson] = contents[number % contents.length] ?? ['', false];
  return {
    id: randomUUID(),
    type: number % 7 === 0 ? 'Größe' : 'Happened',
    isJson,
    data: Buffer.from(data),
    metadata: Buffer.from(number % 3 === 0 ? '' : `{"n": ${number}.0}`),
  };
}

/** Fills a log with events of many streams, in turns and in runs of one. */
async function fill(log: RawLog, count: number): Promise<void> {
  const appender = await log.appender();
  const revisions = new Map<string, bigint>();
  const answers: Promise<void>[] = [];
  for (let number = 0; number < count; ) {
    const stream = `wallet-${(number * 7919) % 97}`;
    const run = 1 + (number % 4);
    const after = revisions.get(stream) ?? null;
    answers.push(
      appender.append(
        stream,
        after,
        Array.from({ length: run }, (_, i) => draft(number + i)),
      ),
    );
    revisions.set(stream, (after ?? -1n) + BigInt(run));
    number += run;
  }
  answers.push(appender.append('wallet-large', null, [{ ...largest, id: randomUUID() }]));
  await Promise.all(answers);
  appender.close();
}

async function countOf({ database }: Server): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'SELECT count(*) AS count FROM event_store.events',
  );
  return rows[0]?.count ?? 0;
}

/** Whether a place of the source is found again in the target: of an event, of nothing before the first, of what comes later. */
async function positionsOf(source: Server, target: Server) {
  const places = async ({ database }: Server) =>
    (
      await database.pool.query<{ position: number }>(
        `SELECT position FROM event_store.events WHERE get_byte(stream, 0) <> ascii('$') ORDER BY position`,
      )
    ).rows.map(({ position }) => BigInt(position));
  const [before, after] = [await places(source), await places(target)];
  const [early = 0n, middle = 0n, late = 0n] = [before[0], before[1_500], before.at(-1)];
  // A place between two events is that of the one before it.
  const wanted = [early - 1n, middle, middle + 1n, late + 1_000n];
  const { positions, events, behind } = await verifyLogs({ from: source.log, to: target.log, wanted });
  expect({ events, behind }).toEqual({ events: before.length, behind: 0 });
  return {
    known: positions.get(middle) === after[1_500] && positions.get(middle + 1n) === after[1_500],
    first: positions.get(early - 1n),
    beyond: positions.get(late + 1_000n) === after.at(-1),
  };
}

const migrate = (...args: string[]) => runTask('migrate-store', args, {});

describe('a log carried to another server', () => {
  let source: Server;
  const events = 4_000;
  beforeAll(async () => {
    source = await startServer();
    await fill(source.log, events);
  });

  it('is the same to the byte and in the same order, though killed on the way; again, it does nothing', {
    timeout: 120_000,
  }, async () => {
    const target = await startServer();
    const args = ['--from', source.url, '--to', target.url];
    for (const enough of [1, 1_000]) {
      const killed = startTask('migrate-store', args, {});
      await waitFor(async () => (await countOf(target)) > enough, { timeout: 60_000 });
      await killed.kill();
    }
    const before = await countOf(target);
    const { code, printed } = await migrate(...args);
    expect({ code, printed }).toMatchObject({
      code: 0,
      printed: expect.stringContaining('The source did not move'),
    });
    const copied = await contentOf(target.database);
    expect(copied.length).toBeGreaterThanOrEqual(events);
    expect(copied).toEqual(await contentOf(source.database));
    const found = Number(/(\d+) events were there/.exec(printed)?.[1]);
    expect(found).toBeGreaterThanOrEqual(before - 1);
    expect(await positionsOf(source, target)).toEqual({ known: true, first: null, beyond: true });
    const again = await migrate(...args);
    expect(again).toMatchObject({
      code: 0,
      printed: expect.stringContaining(`${copied.length} events were there, 0 were copied`),
    });
  });

  it('is not carried to where others write, nor taken for the same when it is not', {
    timeout: 120_000,
  }, async () => {
    const target = await startServer();
    const args = ['--from', source.url, '--to', target.url];
    expect(await migrate(...args)).toMatchObject({ code: 0 });
    // One bit of one event, behind the server's back; the server had better not remember it.
    await target.stop();
    await target.database.pool.query(
      `UPDATE event_store.events SET data = set_byte(data, 0, get_byte(data, 0) # 1)
       WHERE position = (SELECT position FROM event_store.events WHERE length(data) > 0 AND get_byte(stream, 0) <> ascii('$')
                         ORDER BY position OFFSET 2000 LIMIT 1)`,
    );
    const node = await startEventStoreNode({ databaseUrl: target.database.url, port: 0 });
    const tampered = await migrate('--from', source.url, '--to', node.connectionString);
    await node.stop();
    expect(tampered).toMatchObject({
      code: 1,
      printed: expect.stringMatching(
        /The target, at position \d+ \(wallet-\d+@\d+\): another event .* other data\./,
      ),
    });

    const foreign = await startServer();
    const appender = await foreign.log.appender();
    await appender.append('wallet-of-others', null, [draft(1)]);
    appender.close();
    const refused = await migrate('--from', source.url, '--to', foreign.url);
    expect(refused).toMatchObject({
      code: 1,
      printed: expect.stringContaining('(wallet-of-others@0): another event'),
    });
    expect(await contentOf(foreign.database)).toHaveLength(1);
  });

  it('is refused when a stream of it was deleted', { timeout: 120_000 }, async () => {
    const [cut, target] = [await startServer(), await startServer()];
    const appender = await cut.log.appender();
    await appender.append('wallet-1', null, [draft(0), draft(1)]);
    // What the server writes when a stream is deleted.
    const gone = {
      ...draft(0),
      type: '$metadata',
      isJson: true,
      data: Buffer.from('{"$tb":9223372036854775807}'),
    };
    await appender.append('$$wallet-1', null, [gone]);
    appender.close();
    const refused = await migrate('--from', cut.url, '--to', target.url);
    expect(refused).toMatchObject({
      code: 1,
      printed: expect.stringContaining('the stream wallet-1 was deleted'),
    });
    expect(await contentOf(target.database)).toEqual([]);
  });
});

describe('a studio moved to another event store', () => {
  const booked = z.object({ bookingId: z.number() });
  const lots = z.array(z.object({ remaining: z.number() }));
  const mine = z.object({ bookings: z.array(z.object({ id: z.number(), status: z.string() })) });
  const money = z.object({ entries: z.array(z.json()) });
  let dataDir: string;
  let studio: StudioProcess;
  let target: Server;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'moved-studio-'));
    studio = await startStudioProcess(dataDir);
    target = await startServer();
  }, 120_000);
  afterAll(async () => {
    await studio?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const instructorMade = z.object({ instructor: z.object({ id: z.number() }) });
  const classMade = z.object({ class: z.object({ id: z.number() }) });
  async function twoClasses(admin: StudioClient, date: string): Promise<[number, number]> {
    const name = { name: 'Test Instructor', prenatalSuitable: false };
    const { instructor } = await admin.expect(instructorMade, 'POST', '/api/admin/instructors', name);
    const add = async (time: string) => {
      const wanted = { name: 'reformer for all', date, time, instructorId: instructor.id, maxCapacity: 7 };
      return (await admin.expect(classMade, 'POST', '/api/admin/classes', wanted)).class.id;
    };
    return [await add('09:00'), await add('11:00')];
  }

  const outbox = async () => {
    const answer = await fetch(`${studio.base}/sandbox/outbox.json?limit=1000`);
    const mails = z.array(z.object({ kind: z.string(), to: z.string() })).parse(await answer.json());
    return mails
      .filter(({ kind }) => kind !== 'mailing-list')
      .map(({ kind, to }) => `${kind} ${to}`)
      .sort();
  };
  const advance = async (by: string) => {
    const answer = await fetch(`${studio.base}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance: by }),
    });
    expect(answer.status).toBe(200);
  };

  it('goes on where it was, with the same balances and the same closed month, and tells nobody anything twice', {
    timeout: 300_000,
  }, async () => {
    let admin = await new StudioClient(studio.base).staff('admin');
    const { token } = await new StudioClient(studio.base).signUp('dora@moved.example', 'Dora');
    let dora = new StudioClient(studio.base, token);
    expect(await dora.buy(5)).toMatchObject({ status: 200 });
    const today = londonDayIn(0);
    const lastMonth = new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 2, 1));
    const [year, number] = [lastMonth.getUTCFullYear(), lastMonth.getUTCMonth() + 1];
    const closing = { year, month: number };
    expect(await admin.call('POST', '/api/admin/months/close', closing)).toMatchObject({ status: 200 });
    expect(await dora.buy(5)).toMatchObject({ status: 200 });
    const [classId, other] = await twoClasses(admin, londonDayIn(3));
    await dora.expect(booked, 'POST', '/api/bookings', { classId });
    const query = `?year=${year}&month=${number}`;
    const books = async () => [
      await admin.expect(money, 'GET', `/api/admin/money${query}`),
      await admin.expect(z.json(), 'GET', `/api/admin/monthly-report${query}`),
    ];
    const view = async () => ({
      passes: (await dora.expect(lots, 'GET', '/api/user/passes')).map(({ remaining }) => remaining),
      bookings: (await dora.expect(mine, 'GET', '/api/my-bookings')).bookings,
    });
    await waitFor(async () => (await outbox()).includes('booking-confirmed dora@moved.example'), {
      timeout: 60_000,
    });

    // While it runs: the bulk; but no switch.
    const environment = { DATA_DIR: dataDir };
    const running = await runTask('migrate-store', ['--to', target.url], environment);
    expect(running).toMatchObject({
      code: expect.toBeOneOf([0, 3]),
      printed: expect.stringContaining('events are the same, byte by byte'),
    });
    const tooEarly = await runTask('migrate-store', ['--to', target.url, '--switch'], environment);
    expect(tooEarly).toMatchObject({ code: 1, printed: expect.stringContaining('Stop the studio') });
    const before = { view: await view(), mails: await outbox(), books: positionless(await books()) };
    const boundary = await closedThrough(dataDir, null);

    await studio.stop();
    const switched = await runTask('migrate-store', ['--to', target.url, '--switch'], environment);
    expect(switched).toMatchObject({ code: 0, printed: expect.stringContaining('Switched.') });
    const old = startStudioProcess(dataDir);
    await expect(old).rejects.toThrow('moved to another event store');

    studio = await startStudioProcess(dataDir, { EVENTSTORE_URL: target.url });
    admin = await new StudioClient(studio.base).staff('admin');
    dora = new StudioClient(studio.base, token);
    await advance('PT1M');
    expect({ view: await view(), mails: await outbox(), books: positionless(await books()) }).toEqual(before);
    const { bookingId } = await dora.expect(booked, 'POST', '/api/bookings', { classId: other });
    expect(bookingId).toBeGreaterThan(Math.max(...before.view.bookings.map(({ id }) => id)));
    await waitFor(async () => (await outbox()).length > before.mails.length, { timeout: 60_000 });
    expect(await outbox()).toEqual([...before.mails, 'booking-confirmed dora@moved.example'].sort());
    // The closed month ends with the same event, which stands elsewhere now.
    expect(await closedThrough(dataDir, target.database.url)).toBe(boundary);
    const audit = await runTask('audit', ['verify'], { ...environment, EVENTSTORE_URL: target.url });
    expect(audit).toMatchObject({ code: 0, printed: expect.stringContaining('✓ It holds') });
  });
});

/** The id of the event with which the closed month's money ended, by what serves the figures; null: in the embedded store. */
async function closedThrough(dataDir: string, storeDatabaseUrl: string | null): Promise<string> {
  const runtime = JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8'));
  const { databaseUrl } = z.object({ databaseUrl: z.string() }).parse(runtime);
  const studio = createPool(databaseUrl, { max: 1 });
  const store = createPool(storeDatabaseUrl ?? toEventStoreDatabaseUrl(databaseUrl), { max: 1 });
  try {
    const [closing] = await monthClosingsIn(studio);
    const { rows } = await store.query<{ id: string }>(
      `SELECT id FROM event_store.events WHERE position <= $1 AND get_byte(stream, 0) <> ascii('$')
       ORDER BY position DESC LIMIT 1`,
      [closing?.throughPosition],
    );
    return rows[0]?.id ?? 'none';
  } finally {
    await studio.end();
    await store.end();
  }
}

/** Without what a move changes: where in the log something stands. */
function positionless(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner) => (/position$/i.test(key) ? undefined : inner)));
}
