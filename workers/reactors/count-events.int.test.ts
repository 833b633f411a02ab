import { millisecondsInHour } from 'date-fns/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { systemClock } from '#infra/clock/system-clock.ts';
import { createEventStore } from '#infra/event-store/create-event-store.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import { createLogger } from '#infra/logging/logger.ts';
import { defineJob, job } from '#infra/queue/define-job.ts';
import { type HealthServer, serveHealth } from '#infra/runtime/health-server.ts';
import { startMetrics } from '#infra/telemetry/metrics.ts';
import { freshEventStore } from '#tools/testing/shared-event-store.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { runReactors } from './run-reactors.ts';

const logger = createLogger({ level: 'silent', component: 'test' });
let database: TestDatabase;
let node: Awaited<ReturnType<typeof freshEventStore>>;
let store: EventStore<StudioEvent>;
let health: HealthServer;
let stopMetrics: () => Promise<void>;
beforeAll(async () => {
  database = await freshDatabase();
  node = await freshEventStore(database.url);
  store = createEventStore({
    connectionString: node.connectionString,
    registry: eventRegistry,
    sealer: { seal: async () => '', openAll: async (sealed) => sealed.map(() => ({ forgotten: true })) },
    logger,
  });
  stopMetrics = startMetrics('test');
  health = await serveHealth({ host: '127.0.0.1', port: 0 }, async () => true);
});
afterAll(async () => {
  await health?.close();
  await stopMetrics();
  await store?.close();
  await node?.stop();
  await database?.drop();
});

const anyJob = defineJob({ name: 'any', payload: z.object({}) });
let commands = 0;
/** Appends an event with a time this many hours ago. */
async function appendEvent(hoursAgo = 0): Promise<bigint> {
  commands += 1;
  const now = new Date(Date.now() - hoursAgo * millisecondsInHour);
  const { position } = await store.append(
    `pass-${commands}`,
    'no_stream',
    [{ type: 'PassRemoved', data: { passId: commands, at: now.toISOString() } }],
    { now, commandId: `remove-${commands}`, actor: { kind: 'system', name: 'test' } },
  );
  return position;
}
/** Runs a reactor that calls `enqueue` for every event. */
const startReactors = (enqueue: () => Promise<void> = async () => {}) =>
  runReactors([{ name: 'any', react: () => [job(anyJob, {}, 'key')] }], {
    databaseUrl: database.url,
    pool: database.pool,
    eventStore: store,
    clock: systemClock,
    logger,
    enqueue,
  });
const waitForPosition = (position: bigint) =>
  waitFor(async () => {
    const { rows } = await database.pool.query<{ position: string }>(
      'SELECT position::text FROM reactor_checkpoints',
    );
    return BigInt(rows[0]?.position ?? -1) >= position;
  });
/** Counts the events so far; the last ones are counted shortly after their position is stored. */
const readCount = async () => {
  const text = await (await fetch(`http://127.0.0.1:${health.port}/metrics`)).text();
  return Number(/^tideline_events_total\{type="PassRemoved"\} (\d+)$/m.exec(text)?.[1] ?? 0);
};

test('each event is counted once, whichever of two processes runs the reactors, and old events never', async () => {
  const before = await readCount();
  await appendEvent(48);
  const first = startReactors();
  const second = startReactors();
  await appendEvent();
  await waitForPosition(await appendEvent());
  await expect.poll(readCount).toBe(before + 2);
  await first.stop();
  await waitForPosition(await appendEvent());
  await expect.poll(readCount).toBe(before + 3);
  await second.stop();
  const third = startReactors();
  await waitForPosition(await appendEvent());
  await expect.poll(readCount).toBe(before + 4);
  await third.stop();
});

test('two processes that handle the same events after one lost its lock count them once', async () => {
  const before = await readCount();
  const held = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const slow = startReactors(async () => {
    taken.resolve();
    await held.promise;
  });
  const position = await appendEvent();
  await taken.promise;
  await database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tideline lock reactors'",
  );
  const other = startReactors();
  await waitForPosition(position);
  held.resolve();
  await slow.stop();
  await other.stop();
  expect(await readCount()).toBe(before + 1);
});
