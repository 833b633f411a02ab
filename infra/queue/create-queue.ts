import { setTimeout as delay } from 'node:timers/promises';
import type { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { z } from 'zod';
import type { Logger } from '../logging/logger.ts';
import { currentTraceparent } from '../telemetry/spans.ts';
import { type LaneQueue, openBackend, type QueueConnection } from './backend.ts';
import { type JobDefinition, LANES, type QueuedJob } from './define-job.ts';
import { type BullJob, jobOptions, toBullJob } from './job-options.ts';
import type { JobRegistry } from './job-registry.ts';
import type { JobThrottle } from './job-throttle.ts';
import {
  areIdle,
  type DeadLetter,
  hasSchedules,
  type LaneDepth,
  type Lanes,
  listJobsAwaitingRetry,
  readDeadLetters,
  readDepths,
} from './read-lanes.ts';
import { startWorkers, type Workers } from './start-workers.ts';

export interface JobQueue {
  /** Stores a job. Does nothing while one of the same name and key is stored, which is until a day after it is done. */
  enqueue<Payload extends z.ZodType<object, object>>(
    definition: JobDefinition<Payload>,
    payload: z.input<Payload>,
    options: { key: string },
  ): Promise<void>;
  /** Resolves when all jobs are stored. A job whose key is stored already changes nothing. */
  enqueueAll(jobs: readonly QueuedJob[]): Promise<void>;
  /**
   * Starts to run jobs in this process, up to `concurrency` in each lane. `throttle` delays those of the lane `later`, except
   * while a caller waits for `idle`.
   */
  startWorkers(options: { concurrency: number; throttle?: JobThrottle | null }): Promise<void>;
  /** Runs a job with an empty payload at an interval, in one process at a time. A second call changes the interval. */
  schedule(definition: JobDefinition, options: { everyMs: number }): Promise<void>;
  /** Whether the queue has any schedule; false of a queue that is new or has lost its data. */
  hasSchedules(): Promise<boolean>;
  deadLetters(): Promise<DeadLetter[]>;
  depths(): Promise<LaneDepth[]>;
  /** Resolves when no job is waiting or active. Jobs that are delayed until a retry or a schedule don't count. */
  idle(): Promise<void>;
  /** The names of the jobs that failed and wait for a retry, without those that met an outage twice. */
  awaitingRetry(): Promise<string[]>;
  /** For Bull Board's `createBullBoard({ queues })`. */
  bullBoardAdapters(): BullMQAdapter[];
  /** Lets the jobs in hand finish, then closes. */
  close(): Promise<void>;
}

/** Up to how many jobs are added one by one: BullMQ's bulk insert in Postgres creates temporary tables, which takes as long as seven. */
const ONE_BY_ONE = 6;

async function addTo(queue: LaneQueue, jobs: BullJob[]): Promise<void> {
  if (jobs.length > ONE_BY_ONE) await queue.addBulk(jobs);
  else for (const { name, data, opts } of jobs) await queue.add(name, data, opts);
}

/** A pause survives restarts and holds back all emails, so only a person's hand can have made it, and it ends here. */
async function resumePaused(lanes: Lanes, logger: Logger): Promise<void> {
  for (const [lane, { queue }] of lanes) {
    if (!(await queue.isPaused())) continue;
    await queue.resume();
    logger.warn({ lane }, 'A queue was paused; it runs again');
  }
}

/** Opens the job queue on BullMQ, in Postgres or Redis. */
export async function createQueue(options: {
  connection: QueueConnection;
  registry: JobRegistry;
  logger: Logger;
}): Promise<JobQueue> {
  const { registry, logger } = options;
  const backend = await openBackend(options.connection, (error) =>
    logger.warn({ err: error }, 'A connection of the job queue failed'),
  );
  const lanes = new Map(LANES.map((lane) => [lane, backend.queue(lane)]));
  let workers: Workers | undefined;
  let activeThrottle: JobThrottle | null = null;
  let closing: Promise<void> | undefined;

  function getQueue(definition: JobDefinition): LaneQueue {
    if (!registry.has(definition)) throw new Error(`The job ${definition.name} is not in the registry`);
    const found = lanes.get(definition.lane);
    if (found === undefined) throw new Error(`No lane ${definition.lane}`);
    return found.queue;
  }

  async function enqueueAll(jobs: readonly QueuedJob[]): Promise<void> {
    const byQueue = new Map<LaneQueue, BullJob[]>();
    const traceparent = currentTraceparent();
    for (const job of jobs) {
      const queue = getQueue(job.definition);
      const bullJobs = byQueue.get(queue) ?? [];
      bullJobs.push(toBullJob(traceparent === undefined ? job : { traceparent, ...job }));
      byQueue.set(queue, bullJobs);
    }
    await Promise.all([...byQueue].map(([queue, bullJobs]) => addTo(queue, bullJobs)));
  }

  async function closeAll(): Promise<void> {
    await workers?.close();
    await Promise.all([...lanes.values()].map(({ queue }) => queue.close()));
    await backend.close();
  }

  return {
    enqueueAll,
    enqueue: (definition, payload, { key }) => enqueueAll([{ definition, payload, key }]),

    async startWorkers({ concurrency, throttle = null }) {
      activeThrottle = throttle;
      await resumePaused(lanes, logger);
      workers ??= startWorkers({ backend, registry, logger, concurrency, throttle });
      await workers.ready;
    },

    async schedule(definition, { everyMs }) {
      const payload = definition.payload.parse({});
      await getQueue(definition).upsertJobScheduler(
        definition.name,
        { every: everyMs },
        { name: definition.name, data: payload, opts: jobOptions(definition) },
      );
    },

    hasSchedules: () => hasSchedules(lanes),
    deadLetters: () => readDeadLetters(lanes),
    depths: () => readDepths(lanes),
    awaitingRetry: () => listJobsAwaitingRetry(lanes),
    bullBoardAdapters: () => [...lanes.values()].map(({ board }) => board),

    async idle() {
      const resume = activeThrottle?.suspend();
      try {
        for (let waitMs = 2; !(await areIdle(lanes)); waitMs = Math.min(waitMs * 2, 50)) await delay(waitMs);
      } finally {
        resume?.();
      }
    },

    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}
