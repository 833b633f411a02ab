import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { createMemberKeys, type MemberKeys } from '#infra/crypto/member-keys.ts';
import { createSealer } from '#infra/crypto/sealer.ts';
import { createEventStore } from '#infra/event-store/create-event-store.ts';
import type { CommandContext, EventStore } from '#infra/event-store/types.ts';
import { createLogger } from '#infra/logging/logger.ts';
import { freshEventStore } from '#tools/testing/shared-event-store.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { DEFAULT_TIMEOUT_MS, waitFor } from '#tools/testing/wait-for.ts';
import { createProjectionWaiter, type ProjectionWaiter } from '../catch-up/create-projection-waiter.ts';
import type { StudioRecord } from '../definition/projection.ts';
import { readUserById } from '../read-models/members/queries.ts';
import { studioProjections } from '../registry.ts';
import { findDifferences } from '../testing/find-differences.ts';
import { StudioHistory } from '../testing/studio-history.ts';
import { rebuild } from './rebuild.ts';
import { type RunningProjections, startProjections } from './start-projections.ts';

const log = createLogger({ level: 'silent', component: 'test' });
const names = studioProjections.map(({ name }) => name);
/** A busy machine may take longer than the default limit of a wait, 2 s. */
const longTimeout = { timeoutMs: DEFAULT_TIMEOUT_MS };
let commands = 0;
const command = (): CommandContext => ({
  now: new Date('2026-03-02T10:00:00.000Z'),
  commandId: `command-${commands++}`,
  actor: { kind: 'system', name: 'test' },
});

let database: TestDatabase;
let node: Awaited<ReturnType<typeof freshEventStore>>;
let keys: MemberKeys;
let store: EventStore<StudioEvent>;
let running: RunningProjections;
let waiter: ProjectionWaiter;

beforeAll(async () => {
  database = await freshDatabase();
  node = await freshEventStore(database.url);
  keys = createMemberKeys({ pool: database.pool, rootKey: Buffer.alloc(32, 7) });
  store = createEventStore({
    connectionString: node.connectionString,
    registry: eventRegistry,
    sealer: createSealer(keys),
    logger: log,
  });
  running = startProjections({ databaseUrl: database.url, store, projections: studioProjections, log });
  waiter = await createProjectionWaiter({ listenUrl: database.url, pool: database.pool, log });
  await running.caughtUp;
});
afterAll(async () => {
  await waiter?.close();
  await running?.stop();
  await store?.close();
  await node?.stop();
  await database?.drop();
});

async function append(event: StudioRecord): Promise<bigint> {
  if (event.type === 'MemberSignedUp') await keys.create(event.data.memberId);
  const expected = event.revision === 0n ? 'no_stream' : event.revision - 1n;
  return (await store.append(event.stream, expected, [event], command())).position;
}

async function readAllEvents(): Promise<StudioRecord[]> {
  const all: StudioRecord[] = [];
  for await (const events of store.readAll(null)) all.push(...events);
  return all;
}

test('shows appended events after a wait, during a rebuild and after a terminated connection', async () => {
  let isRunning = true;
  let last = 0n;
  const history = new StudioHistory();
  const writer = (async () => {
    for (const event of history.scheduledClass(1)) last = await append(event);
    for (let member = 0; isRunning; member++) {
      const id = `m${member}`;
      for (const event of history.member(id)) last = await append(event);
      for (const event of history.booking(id, 1, 'cancelled')) last = await append(event);
      expect(await waiter.waitFor(last, names, longTimeout)).toBe(true);
      expect((await readUserById(database.pool, id))?.name).toBe(`Member ${id}`);
    }
  })();
  const failures = await rebuild(studioProjections, { databaseUrl: database.url, store, log });
  expect([...failures]).toEqual([]);
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'tideline projections' AND datname = current_database()`,
  );
  const lastBefore = last;
  await waitFor(() => last > lastBefore + 100n);
  isRunning = false;
  await writer;
  expect(await findDifferences(database.pool, studioProjections, await readAllEvents())).toEqual([]);
});

test('rebuilds an erased member without a name', async () => {
  const history = new StudioHistory();
  for (const event of history.member('gone')) await append(event);
  await keys.destroy('gone');
  const erased: StudioEvent = {
    type: 'MemberErased',
    data: { memberId: 'gone', at: '2026-03-03T10:00:00.000Z' },
  };
  const { position } = await store.append('member-gone', 0n, [erased], command());
  expect(await waiter.waitFor(position, ['members'], longTimeout)).toBe(true);
  const live = await readUserById(database.pool, 'gone');
  expect(live).toMatchObject({ id: 'gone', name: null, email: null });
  const members = studioProjections.filter(({ name }) => name === 'members');
  await rebuild(members, { databaseUrl: database.url, store, log });
  expect(await readUserById(database.pool, 'gone')).toEqual(live);
});
