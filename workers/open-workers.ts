import type { StudioEvent } from '#domain/registry.ts';
import { clearStorage } from '#infra/postgres/clear-storage.ts';
import { createIdSequence } from '#infra/postgres/tables/id-sequence.ts';
import { queueConnection } from '#infra/queue/backend.ts';
import { createQueue, type JobQueue } from '#infra/queue/create-queue.ts';
import { handle } from '#infra/queue/define-job.ts';
import { createJobRegistry } from '#infra/queue/job-registry.ts';
import type { JobThrottle } from '#infra/queue/job-throttle.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import { VerificationRuns } from '#services/audit/verification/verification-runs.ts';
import { WhatIfRuns } from '#services/audit/what-if/what-if-runs.ts';
import { enqueueNotifiedJobs } from './enqueue-notified-jobs.ts';
import { jobs } from './jobs/all.ts';
import { dropRedundantJobs } from './jobs/leave-overlapping-waitlists/drop-redundant-jobs.ts';
import { maintainSchedules } from './maintain-schedules.ts';
import { reactors } from './reactors/all.ts';
import { runReactors } from './reactors/run-reactors.ts';
import { allSweeps } from './schedules/all.ts';
import { earliest } from './schedules/earliest.ts';
import type { Sweep } from './schedules/sweep.ts';

/** For a process that only runs workers. */
const defaultConcurrency = 8;

export interface StudioWorkers {
  readonly queue: JobQueue;
  /** Starts jobs, sweeps and reactors. The services that jobs call, such as the sandbox, must answer by then. */
  start(): Promise<void>;
  /** The earliest instant at which the passing of time alone makes something due, or null. */
  nextDue(): Promise<Date | null>;
  /** Runs every sweep, and resolves when the queue is idle. */
  sweepNow(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Opens reactors, jobs and sweeps. Any number of processes may run them: each job runs in one process, and running it twice
 * is harmless. A process that also serves requests uses a low `concurrency`, and delays deferrable jobs by `throttle`.
 */
export async function openWorkers(
  runtime: Runtime<StudioEvent>,
  siteUrl: string,
  {
    concurrency = defaultConcurrency,
    throttle = null,
  }: { concurrency?: number; throttle?: JobThrottle | null } = {},
): Promise<StudioWorkers> {
  const { pool, clock, logger, config, backends } = runtime;
  // Handlers use the queue, and the queue is created with its handlers.
  const opened = Promise.withResolvers<JobQueue>();
  const deadLetters: JobQueue['deadLetters'] = async () => (await opened.promise).deadLetters();
  const enqueueAll: JobQueue['enqueueAll'] = async (found) => (await opened.promise).enqueueAll(found);
  const sweeps = allSweeps({ pool, deadLetters });
  const verifications = new VerificationRuns({
    ...{ config, rootKey: runtime.rootKey, origin: 'night' },
    ...backends,
  });
  const whatIfs = new WhatIfRuns<null>({ config, rootKey: runtime.rootKey, ...backends });
  const bookingIds = createIdSequence(pool, 'booking_id_seq');
  const deps = {
    ...runtime,
    nextBookingId: () => bookingIds.next(),
    deadLetters,
    clearStorage: (tables: readonly string[]) => clearStorage(backends.databaseUrl, tables),
    verify: (now: Date) => verifications.waitForVerdict(now),
    countOwnDifferences: (now: Date) => whatIfs.countOwnDifferences(null, now),
    studioAddress: config.studio.email,
    sender: { studioName: config.studio.name, studioAddress: config.studio.address, siteUrl },
  };
  const registry = createJobRegistry([
    ...jobs.map(({ create }) => create(deps)),
    ...sweeps.map(({ definition, find }) =>
      handle(definition, async () => enqueueAll(await find(clock.now()))),
    ),
  ]);
  const connection = queueConnection(config, backends.databaseUrl);
  const queue = await createQueue({ connection, registry, logger });
  opened.resolve(queue);
  const stopping = new AbortController();
  let started: ReturnType<typeof startSources> | null = null;

  async function start() {
    await queue.startWorkers({ concurrency, throttle });
    return startSources(runtime, { queue, sweeps, signal: stopping.signal });
  }

  return {
    queue,
    async start() {
      started ??= start();
      await started;
    },
    async nextDue() {
      const now = clock.now();
      return earliest(await Promise.all(sweeps.map((sweep) => sweep.nextDue?.(now) ?? null)));
    },
    async sweepNow() {
      for (const { find, isTimerOnly } of sweeps) {
        if (isTimerOnly !== true) await enqueueAll(await find(clock.now()));
      }
      await queue.idle();
    },
    async stop() {
      stopping.abort();
      // The caller of start() has received its error already.
      const sources = await started?.catch(() => null);
      await sources?.stop();
      await Promise.all([verifications.close(), whatIfs.close()]);
      await queue.close();
    },
  };
}

/** Starts everything that enqueues jobs: schedules, reactors and notifications. */
async function startSources(
  { pool, clock, logger, backends: { databaseUrl }, eventStore }: Runtime<StudioEvent>,
  { queue, sweeps, signal }: { queue: JobQueue; sweeps: readonly Sweep[]; signal: AbortSignal },
): Promise<{ stop(): Promise<void> }> {
  const { enqueueAll } = queue;
  const schedules = await maintainSchedules({ queue, sweeps, pool, logger, signal });
  const running = runReactors(reactors, {
    databaseUrl,
    pool,
    eventStore,
    clock,
    logger,
    enqueue: async (found) => enqueueAll(await dropRedundantJobs(pool, found)),
  });
  const listener = await enqueueNotifiedJobs({ databaseUrl, pool, logger, enqueueAll });
  return {
    async stop() {
      await schedules.ended;
      await listener.close();
      await running.stop();
    },
  };
}
