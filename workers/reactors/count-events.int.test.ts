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
  await health.close();
  await stopMetrics();
  await store.close();
  await node.stop();
  await database.drop();
});

const anyJob = defineJob({ name: 'any', payload: z.object({}) });
let commands = 0;
/** A pass taken out of the catalogue, so many hours ago. */
async function remove(hoursAgo = 0): Promise<bigint> {
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
/** `enqueue` is called for every event. */
const run = (enqueue: () => Promise<void> = async () => {}) =>
  runReactors([{ name: 'any', react: () => [job(anyJob, {}, 'key')] }], {
    databaseUrl: database.url,
    pool: database.pool,
    eventStore: store,
    clock: systemClock,
    logger,
    enqueue,
  });
const passed = (position: bigint) =>
  waitFor(async () => {
    const { rows } = await database.pool.query<{ position: string }>(
      'SELECT position::text FROM reactor_checkpoints',
    );
    return BigInt(rows[0]?.position ?? -1) >= position;
  });
const counted = async () => {
  const text = await (await fetch(`http://127.0.0.1:${health.port}/metrics`)).text();
  return Number(/^tideline_events_total\{type="PassRemoved"\} (\d+)$/m.exec(text)?.[1] ?? 0);
};

test('each event is counted once, whichever of two processes runs the reactors, and history never', async () => {
  await remove(48);
  const first = run();
  const second = run();
  await remove();
  await passed(await remove());
  expect(await counted()).toBe(2);
  await first.stop();
  await passed(await remove());
  expect(await counted()).toBe(3);
  await second.stop();
  const third = run();
  await passed(await remove());
  expect(await counted()).toBe(4);
  await third.stop();
});

test('two processes that both take the same events, since one has lost its lock, count them once', async () => {
  const before = await counted();
  const held = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const slow = run(async () => {
    taken.resolve();
    await held.promise;
  });
  const position = await remove();
  await taken.promise;
  await database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tideline lock reactors'",
  );
  const other = run();
  await passed(position);
  held.resolve();
  await slow.stop();
  await other.stop();
  expect(await counted()).toBe(before + 1);
});
