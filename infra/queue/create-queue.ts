import { setTimeout as delay } from 'node:timers/promises';
import type { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { z } from 'zod';
import type { Logger } from '../logging/logger.ts';
import { currentTraceparent } from '../telemetry/spans.ts';
import { type LaneQueue, openBackend, type QueueConnection } from './backend.ts';
import { type JobDefinition, LANES, type Lane, type QueuedJob } from './define-job.ts';
import type { GiveWay } from './give-way.ts';
import { type BullJob, jobOptions, toBullJob } from './job-options.ts';
import type { JobRegistry } from './job-registry.ts';
import { startWorkers, type Workers } from './start-workers.ts';

/** A job that used up its tries; it stays until someone retries or removes it, at most 90 days. */
export interface DeadLetter {
  readonly id: string;
  readonly name: string;
  readonly attempts: number;
  readonly reason: string;
  readonly failedAt: Date | null;
}

/** How many jobs a lane holds, by state, and for how long its oldest waiting job has waited. */
export interface LaneDepth {
  readonly lane: Lane;
  readonly jobs: Readonly<Record<(typeof STATES)[number], number>>;
  readonly oldestSeconds: number;
}

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

export interface JobQueue {
  /** Keeps a job. While one of the same kind and key is kept (a day after it is done), it changes nothing. */
  enqueue<Payload extends z.ZodType<object, object>>(
    definition: JobDefinition<Payload>,
    payload: z.input<Payload>,
    options: { key: string },
  ): Promise<void>;
  /** Resolves when all are kept; keys that are there already change nothing. */
  enqueueAll(jobs: readonly QueuedJob[]): Promise<void>;
  /**
   * Begins to do the jobs in this process, `concurrency` at a time in each lane; those of the lane `later` each take their
   * turn from `giveWay`, when there is one, but not while anyone waits for `idle`.
   */
  startWorkers(options: { concurrency: number; giveWay?: GiveWay | null }): Promise<void>;
  /** Has a job done every so often, by one process at a time, with an empty payload; calling it again changes the interval. */
  schedule(definition: JobDefinition, options: { everyMs: number }): Promise<void>;
  /** Whether anything is on a schedule: false of a queue that is new, or has lost its files. */
  hasSchedules(): Promise<boolean>;
  deadLetters(): Promise<DeadLetter[]>;
  depths(): Promise<LaneDepth[]>;
  /** Resolves when no job waits or is being done. Jobs that wait for their next try or their next time don't count. */
  idle(): Promise<void>;
  /** The names of the jobs that failed and wait for their next attempt. */
  awaitingRetry(): Promise<string[]>;
  /** For Bull Board's `createBullBoard({ queues })`. */
  bullBoardAdapters(): BullMQAdapter[];
  /** Lets the jobs in hand finish, then closes. */
  close(): Promise<void>;
}

/** The job queue on BullMQ: in Postgres, or in Redis. */
export async function createQueue(options: {
  connection: QueueConnection;
  registry: JobRegistry;
  logger: Logger;
}): Promise<JobQueue> {
  const { registry, logger } = options;
  const onError = (error: Error) => logger.warn({ err: error }, 'The queue lost a connection');
  const backend = await openBackend(options.connection, onError);
  const lanes = new Map(LANES.map((lane) => [lane, backend.queue(lane)]));
  let workers: Workers | undefined;
  let givesWay: GiveWay | null = null;
  let closing: Promise<void> | undefined;
  for (const { queue } of lanes.values()) queue.on('error', onError);

  function laneOf(definition: JobDefinition): LaneQueue {
    if (!registry.has(definition)) throw new Error(`The job ${definition.name} is not in the registry`);
    return queueOf(definition.lane);
  }

  function queueOf(lane: Lane): LaneQueue {
    const found = lanes.get(lane);
    if (found === undefined) throw new Error(`No lane ${lane}`);
    return found.queue;
  }

  async function enqueueAll(jobs: readonly QueuedJob[]): Promise<void> {
    const byLane = new Map<LaneQueue, BullJob[]>();
    const traceparent = currentTraceparent();
    for (const job of jobs) {
      const queue = laneOf(job.definition);
      const waiting = byLane.get(queue) ?? [];
      waiting.push(toBullJob(traceparent === undefined ? job : { traceparent, ...job }));
      byLane.set(queue, waiting);
    }
    await Promise.all([...byLane].map(([queue, bullJobs]) => queue.addBulk(bullJobs)));
  }

  async function closeAll(): Promise<void> {
    await workers?.close();
    await Promise.all([...lanes.values()].map(({ queue }) => queue.close()));
    await backend.close();
  }

  async function isIdle(): Promise<boolean> {
    const counts = await Promise.all(
      [...lanes.values()].map(({ queue }) => queue.getJobCounts('waiting', 'active', 'prioritized')),
    );
    return counts.every((count) => Object.values(count).every((number) => number === 0));
  }

  return {
    enqueueAll,
    enqueue: (definition, payload, { key }) => enqueueAll([{ definition, payload, key }]),

    async startWorkers({ concurrency, giveWay = null }) {
      givesWay = giveWay;
      workers ??= startWorkers({ backend, registry, logger, concurrency, giveWay });
      await workers.ready;
    },

    async schedule(definition, { everyMs }) {
      const payload = definition.payload.parse({});
      await laneOf(definition).upsertJobScheduler(
        definition.name,
        { every: everyMs },
        { name: definition.name, data: payload, opts: jobOptions(definition) },
      );
    },

    async hasSchedules() {
      const counts = await Promise.all([...lanes.values()].map(({ queue }) => queue.getJobSchedulersCount()));
      return counts.some((count) => count > 0);
    },

    async deadLetters() {
      const failed = await Promise.all([...lanes.values()].map(({ queue }) => queue.getFailed()));
      return failed.flat().map((job) => ({
        id: job.id ?? '',
        name: job.name,
        attempts: job.attemptsMade,
        reason: job.failedReason,
        failedAt: job.finishedOn === undefined ? null : new Date(job.finishedOn),
      }));
    },

    depths: () =>
      Promise.all(
        [...lanes].map(async ([lane, { queue }]) => {
          const [counts, [oldest]] = await Promise.all([
            queue.getJobCounts(...STATES),
            queue.getWaiting(0, 0),
          ]);
          const [waiting, active, delayed, failed] = STATES.map((state) => counts[state] ?? 0);
          return {
            lane,
            jobs: { waiting: waiting ?? 0, active: active ?? 0, delayed: delayed ?? 0, failed: failed ?? 0 },
            oldestSeconds: oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest.timestamp) / 1_000),
          };
        }),
      ),

    async idle() {
      const hurried = givesWay?.hurry();
      try {
        for (let wait = 2; !(await isIdle()); wait = Math.min(wait * 2, 50)) await delay(wait);
      } finally {
        hurried?.();
      }
    },

    async awaitingRetry() {
      const delayed = await Promise.all([...lanes.values()].map(({ queue }) => queue.getDelayed()));
      // The next run of a schedule is a delayed job too.
      return delayed.flat().flatMap((job) => (job.repeatJobKey === undefined ? [job.name] : []));
    },

    bullBoardAdapters: () => [...lanes.values()].map(({ board }) => board),

    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}
