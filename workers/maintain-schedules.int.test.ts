import { millisecondsInHour } from 'date-fns/constants';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { systemClock } from '#infra/clock/system-clock.ts';
import { createEventStore } from '#infra/event-store/create-event-store.ts';
import { createLogger } from '#infra/logging/logger.ts';
import type { QueueConnection } from '#infra/queue/backend.ts';
import { createQueue } from '#infra/queue/create-queue.ts';
import { defineJob, handle, job } from '#infra/queue/define-job.ts';
import { createJobRegistry } from '#infra/queue/job-registry.ts';
import { hasRedisServer, startRedisServer } from '#tools/testing/outages/redis-server.ts';
import { freshEventStore } from '#tools/testing/shared-event-store.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { maintainSchedules } from './maintain-schedules.ts';
import { runReactors } from './reactors/run-reactors.ts';

const logger = createLogger({ level: 'silent', component: 'test' });

interface QueueStore {
  readonly connection: QueueConnection;
  /** Deletes everything the queue stores, as a lost disk does. */
  loseData(): Promise<unknown>;
}

const openPostgres = async ({ url, pool }: TestDatabase): Promise<QueueStore> => ({
  connection: { kind: 'postgres', url },
  loseData: () => pool.query('TRUNCATE bullmq.job, bullmq.scheduler CASCADE'),
});

async function openRedis(): Promise<QueueStore> {
  const server = await startRedisServer();
  onTestFinished(() => server.stop());
  return {
    connection: { kind: 'redis', url: `redis://127.0.0.1:${server.port}` },
    loseData: () => server.loseAll(),
  };
}

const stores = [
  ['Postgres', openPostgres, true],
  [
    hasRedisServer ? 'Redis' : 'Redis (skipped: no redis-server is installed here)',
    openRedis,
    hasRedisServer,
  ],
] as const;

for (const [name, open, isHere] of stores) {
  test.skipIf(!isHere)(`the reactors enqueue jobs again that a queue in ${name} has lost`, async () => {
    const database = await freshDatabase();
    const node = await freshEventStore(database.url);
    const store = await open(database);
    const eventStore = createEventStore<StudioEvent>({
      connectionString: node.connectionString,
      registry: eventRegistry,
      sealer: { seal: async () => '', openAll: async (sealed) => sealed.map(() => ({ forgotten: true })) },
      logger,
    });
    const note = defineJob({ name: 'note', payload: z.object({ passId: z.number() }) });
    const sweep = defineJob({ name: 'sweep', payload: z.object({}) });
    const done = new Set<number>();
    const registry = createJobRegistry([
      handle(note, async ({ passId }) => void done.add(passId)),
      handle(sweep, async () => {}),
    ]);
    const queue = await createQueue({ connection: store.connection, registry, logger });
    const sweeps = [{ definition: sweep, everyMs: millisecondsInHour }];
    const maintain = async () => {
      const stopping = new AbortController();
      const { signal } = stopping;
      const options = { queue, sweeps, pool: database.pool, logger, signal, everyMs: 50 };
      const { ended } = await maintainSchedules(options);
      return {
        stop() {
          stopping.abort();
          return ended;
        },
      };
    };
    let watch = await maintain();
    const running = runReactors(
      [
        {
          name: 'notes',
          react: ({ type, data }) =>
            type === 'PassRemoved' ? [job(note, { passId: data.passId }, String(data.passId))] : [],
        },
      ],
      {
        databaseUrl: database.url,
        pool: database.pool,
        eventStore,
        clock: systemClock,
        logger,
        enqueue: (jobs) => queue.enqueueAll(jobs),
      },
    );
    onTestFinished(async () => {
      await watch.stop();
      await running.stop();
      await queue.close();
      await eventStore.close();
      await node.stop();
      await database.drop();
    });
    const remove = (passId: number) =>
      eventStore.append(
        `pass-${passId}`,
        'no_stream',
        [{ type: 'PassRemoved', data: { passId, at: new Date().toISOString() } }],
        { now: new Date(), commandId: `remove-${passId}`, actor: { kind: 'system', name: 'test' } },
      );
    const waiting = async () => {
      const depths = await queue.depths();
      return depths.reduce((sum, { jobs }) => sum + jobs.waiting, 0);
    };
    // No worker is started yet, so the jobs wait.
    for (const passId of [1, 2, 3]) await remove(passId);
    await waitFor(async () => (await waiting()) >= 3);

    await store.loseData();
    await waitFor(() => queue.hasSchedules());
    await waitFor(async () => (await waiting()) >= 3);

    // The data is lost while no process runs, and the next start detects it.
    await watch.stop();
    await store.loseData();
    watch = await maintain();
    await waitFor(async () => (await waiting()) >= 3);
    await queue.startWorkers({ concurrency: 1 });
    await waitFor(() => done.size === 3);
    expect([...done].toSorted()).toEqual([1, 2, 3]);
  });
}

test('scheduling that fails halfway is retried until every sweep is scheduled', async () => {
  const definitions = ['first', 'second', 'third'].map((name) => defineJob({ name, payload: z.object({}) }));
  const database = await freshDatabase();
  const stopping = new AbortController();
  onTestFinished(() => database.drop());
  const calls: string[] = [];
  const { ended } = await maintainSchedules({
    queue: {
      hasSchedules: async () => calls.length > 0,
      async schedule({ name }) {
        calls.push(name);
        if (calls.length === 2 || calls.length === 4) throw new Error('deadlock detected');
      },
    },
    sweeps: definitions.map((definition) => ({ definition, everyMs: millisecondsInHour })),
    pool: database.pool,
    logger,
    signal: stopping.signal,
  });
  expect(calls).toEqual(['first', 'second', 'first', 'second', 'first', 'second', 'third']);
  stopping.abort();
  await ended;
});

test('a queue that is unavailable does not prevent a process from stopping', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const called = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const maintained = maintainSchedules({
    queue: {
      async hasSchedules() {
        called.resolve();
        throw new Error('gone');
      },
      schedule: async () => {},
    },
    sweeps: [],
    pool: database.pool,
    logger,
    signal: stopping.signal,
  });
  await called.promise;
  stopping.abort();
  const { ended } = await maintained;
  await ended;
});

test('six processes that schedule many sweeps concurrently all succeed', async () => {
  const database = await freshDatabase();
  const definitions = Array.from({ length: 20 }, (_, number) =>
    defineJob({ name: `sweep-${number}`, payload: z.object({}) }),
  );
  const registry = createJobRegistry(definitions.map((sweep) => handle(sweep, async () => {})));
  const sweeps = definitions.map((definition) => ({ definition, everyMs: millisecondsInHour }));
  const connection: QueueConnection = { kind: 'postgres', url: database.url };
  const queues = await Promise.all(
    Array.from({ length: 6 }, () => createQueue({ connection, registry, logger })),
  );
  onTestFinished(async () => {
    for (const queue of queues) await queue.close();
    await database.drop();
  });
  for (let round = 0; round < 5; round += 1) {
    await database.pool.query('TRUNCATE bullmq.job, bullmq.scheduler CASCADE');
    const stopping = new AbortController();
    const { signal } = stopping;
    const watches = await Promise.all(
      queues.map((queue) => maintainSchedules({ queue, sweeps, pool: database.pool, logger, signal })),
    );
    const { rows } = await database.pool.query('SELECT DISTINCT scheduler_id FROM bullmq.scheduler');
    expect(rows).toHaveLength(20);
    stopping.abort();
    for (const { ended } of watches) await ended;
  }
});
