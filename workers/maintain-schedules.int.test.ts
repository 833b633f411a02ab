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

interface Place {
  readonly connection: QueueConnection;
  /** Takes away everything that the queue holds, as a lost disk does. */
  loseAll(): Promise<unknown>;
}

const inPostgres = async ({ url, pool }: TestDatabase): Promise<Place> => ({
  connection: { kind: 'postgres', url },
  loseAll: () => pool.query('TRUNCATE bullmq.job, bullmq.scheduler CASCADE'),
});

async function inRedis(): Promise<Place> {
  const server = await startRedisServer();
  onTestFinished(() => server.stop());
  return {
    connection: { kind: 'redis', url: `redis://127.0.0.1:${server.port}` },
    loseAll: () => server.loseAll(),
  };
}

const places = [
  ['Postgres', inPostgres, true],
  [hasRedisServer ? 'Redis' : 'Redis (skipped: no redis-server is installed here)', inRedis, hasRedisServer],
] as const;

for (const [name, open, isHere] of places) {
  test.skipIf(!isHere)(`jobs that a queue in ${name} has lost are asked for again`, async () => {
    const database = await freshDatabase();
    const node = await freshEventStore(database.url);
    const place = await open(database);
    const store = createEventStore<StudioEvent>({
      connectionString: node.connectionString,
      registry: eventRegistry,
      sealer: { seal: async () => '', openAll: async (sealed) => sealed.map(() => ({ forgotten: true })) },
      logger,
    });
    const note = defineJob({ name: 'note', payload: z.object({ passId: z.number() }) });
    const look = defineJob({ name: 'look', payload: z.object({}) });
    const done = new Set<number>();
    const registry = createJobRegistry([
      handle(note, async ({ passId }) => void done.add(passId)),
      handle(look, async () => {}),
    ]);
    const queue = await createQueue({ connection: place.connection, registry, logger });
    const sweeps = [{ definition: look, everyMs: millisecondsInHour }];
    const keep = async () => {
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
    let watch = await keep();
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
        eventStore: store,
        clock: systemClock,
        logger,
        enqueue: (jobs) => queue.enqueueAll(jobs),
      },
    );
    onTestFinished(async () => {
      await watch.stop();
      await running.stop();
      await queue.close();
      await store.close();
      await node.stop();
      await database.drop();
    });
    const remove = (passId: number) =>
      store.append(
        `pass-${passId}`,
        'no_stream',
        [{ type: 'PassRemoved', data: { passId, at: new Date().toISOString() } }],
        { now: new Date(), commandId: `remove-${passId}`, actor: { kind: 'system', name: 'test' } },
      );
    const waiting = async () => {
      const depths = await queue.depths();
      return depths.reduce((sum, { jobs }) => sum + jobs.waiting, 0);
    };
    // Nothing works at them yet, so they wait, and the sweep with them.
    for (const passId of [1, 2, 3]) await remove(passId);
    await waitFor(async () => (await waiting()) >= 3);

    await place.loseAll();
    await waitFor(() => queue.hasSchedules());
    await waitFor(async () => (await waiting()) >= 3, { timeout: 20_000 });

    // Lost while no process of the studio runs, found by the next start.
    await watch.stop();
    await place.loseAll();
    watch = await keep();
    await waitFor(async () => (await waiting()) >= 3, { timeout: 20_000 });
    await queue.startWorkers({ concurrency: 1 });
    await waitFor(() => done.size === 3);
    expect([...done].toSorted()).toEqual([1, 2, 3]);
  });
}

test('a queue that fails halfway is asked again until every sweep is on its schedule', async () => {
  const looks = ['first', 'second', 'third'].map((name) => defineJob({ name, payload: z.object({}) }));
  const database = await freshDatabase();
  const stopping = new AbortController();
  onTestFinished(() => database.drop());
  const asked: string[] = [];
  const { ended } = await maintainSchedules({
    queue: {
      hasSchedules: async () => asked.length > 0,
      async schedule({ name }) {
        asked.push(name);
        if (asked.length === 2 || asked.length === 4) throw new Error('deadlock detected');
      },
    },
    sweeps: looks.map((definition) => ({ definition, everyMs: millisecondsInHour })),
    pool: database.pool,
    logger,
    signal: stopping.signal,
  });
  expect(asked).toEqual(['first', 'second', 'first', 'second', 'first', 'second', 'third']);
  stopping.abort();
  await ended;
});

test('one that can not be asked keeps no process from stopping', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const asked = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const kept = maintainSchedules({
    queue: {
      async hasSchedules() {
        asked.resolve();
        throw new Error('gone');
      },
      schedule: async () => {},
    },
    sweeps: [],
    pool: database.pool,
    logger,
    signal: stopping.signal,
  });
  await asked.promise;
  stopping.abort();
  const { ended } = await kept;
  await ended;
});

test('six processes that put many sweeps on their schedules at once all succeed', {
  timeout: 120_000,
}, async () => {
  const database = await freshDatabase();
  const looks = Array.from({ length: 20 }, (_, number) =>
    defineJob({ name: `look-${number}`, payload: z.object({}) }),
  );
  const registry = createJobRegistry(looks.map((look) => handle(look, async () => {})));
  const sweeps = looks.map((definition) => ({ definition, everyMs: millisecondsInHour }));
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
