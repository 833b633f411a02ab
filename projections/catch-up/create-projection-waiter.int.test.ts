import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '#infra/logging/logger.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { DEFAULT_TIMEOUT_MS, waitFor } from '#tools/testing/wait-for.ts';
import { studioProjections } from '../registry.ts';
import { stopCheckpoint } from '../runner/checkpoints.ts';
import { type RunningProjections, startProjections } from '../runner/start-projections.ts';
import { FakeEventStore } from '../testing/fake-event-store.ts';
import { StudioHistory } from '../testing/studio-history.ts';
import type { Change } from './changes.ts';
import { createProjectionWaiter, type ProjectionWaiter } from './create-projection-waiter.ts';

const log = createLogger({ level: 'silent', component: 'test' });
/** A busy machine may take longer than the default limit of a wait, 2 s. */
const longTimeout = { timeoutMs: DEFAULT_TIMEOUT_MS };

let database: TestDatabase;
let store: FakeEventStore;
let history: StudioHistory;
let projections: RunningProjections;
let waiter: ProjectionWaiter;
let changes: Change[];

beforeEach(async () => {
  database = await freshDatabase();
  store = new FakeEventStore();
  history = new StudioHistory();
  changes = [];
  waiter = await createProjectionWaiter({ listenUrl: database.url, pool: database.pool, log });
  waiter.onChange((more) => changes.push(...more));
  projections = startProjections({ databaseUrl: database.url, store, projections: studioProjections, log });
  await projections.caughtUp;
});
afterEach(async () => {
  await waiter?.close();
  await projections?.stop();
  await database?.drop();
});

async function measureWait(wait: Promise<boolean>): Promise<{ answer: boolean; ms: number }> {
  const started = performance.now();
  return { answer: await wait, ms: performance.now() - started };
}

test('shows everything up to a position once the wait for it resolves', async () => {
  for (let id = 0; id < 50; id++) {
    const events = history.member(`m${id}`);
    const { position } = events.at(-1) ?? { position: 0n };
    const waiting = waiter.waitFor(position, ['members', 'wallet'], longTimeout);
    store.add(...events);
    expect(await waiting).toBe(true);
    const { rows } = await database.pool.query('SELECT passes FROM users WHERE id = $1', [`m${id}`]);
    expect(rows).toEqual([{ passes: 10 }]);
  }
});

test('returns immediately for a projected position, also in a new process', async () => {
  store.add(...history.member('m'));
  expect(await waiter.waitFor(store.end, ['members'], longTimeout)).toBe(true);
  expect((await measureWait(waiter.waitFor(store.end, ['members'], { timeoutMs: 0 }))).answer).toBe(true);
  const late = await createProjectionWaiter({ listenUrl: database.url, pool: database.pool, log });
  expect(await late.waitFor(store.end, ['members'], { timeoutMs: 0 })).toBe(true);
  await late.close();
});

test('returns false after the timeout', async () => {
  const { answer, ms } = await measureWait(waiter.waitFor(99n, ['members'], { timeoutMs: 60 }));
  expect(answer).toBe(false);
  expect(ms).toBeGreaterThan(50);
});

test('returns false for a stopped projection, also when it stops during the wait', async () => {
  const waiting = waiter.waitFor(99n, ['settings'], { timeoutMs: 20_000 });
  await stopCheckpoint(database.pool, 'settings', { reason: 'test' });
  expect(await waiting).toBe(false);
  const { answer, ms } = await measureWait(waiter.waitFor(99n, ['settings'], { timeoutMs: 20_000 }));
  expect(answer).toBe(false);
  expect(ms).toBeLessThan(10_000);
});

test('reads the checkpoints again after a lost connection', async () => {
  const waiting = waiter.waitFor(7n * 3n, ['members'], { timeoutMs: 20_000 });
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'tideline listener' AND datname = current_database()`,
  );
  store.add(...history.instructor(1), ...history.member('m'));
  expect(await waiting).toBe(true);
  await waitFor(() => changes.some(({ kind }) => kind === 'everything'));
});

test('names the days of changed classes and the changed members', async () => {
  store.add(...history.scheduledClass(1, '2026-03-09'), ...history.scheduledClass(2, '2026-03-10'));
  store.add(...history.member('m'));
  await waiter.waitFor(store.end, ['schedule', 'members']);
  await waitFor(() => changes.length >= 3);
  changes.length = 0;
  store.add(...history.booking('m', 2));
  await waiter.waitFor(store.end, ['schedule']);
  await waitFor(() => changes.length >= 3);
  expect(changes).toContainEqual({ kind: 'classes', dates: ['2026-03-10'] });
  expect(changes).toContainEqual({ kind: 'member', memberId: 'm', what: 'bookings' });
  expect(changes).toContainEqual({ kind: 'member', memberId: 'm', what: 'wallet' });
});

test('reports everything as changed when a batch has too many topics', async () => {
  store.add(...history.generateEvents(2_000));
  await waiter.waitFor(store.end, ['schedule']);
  await waitFor(() => changes.some(({ kind }) => kind === 'everything'));
});
