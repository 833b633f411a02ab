import type { LaneQueue } from './backend.ts';
import type { Lane } from './define-job.ts';

/** A job that used up its attempts. It is stored until it is retried or removed, at most 90 days. */
export interface DeadLetter {
  readonly id: string;
  readonly name: string;
  readonly attempts: number;
  readonly reason: string;
  readonly failedAt: Date | null;
}

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

/** How many jobs a lane holds, by state, and how long its oldest waiting job has waited. */
export interface LaneDepth {
  readonly lane: Lane;
  readonly jobs: Readonly<Record<(typeof STATES)[number], number>>;
  readonly oldestSeconds: number;
  /** Whether no job of it runs. The product pauses no lane, and workers resume all when they start. */
  readonly isPaused: boolean;
}

export type Lanes = ReadonlyMap<Lane, { readonly queue: LaneQueue }>;

function fromEachLane<T>(lanes: Lanes, read: (queue: LaneQueue, lane: Lane) => Promise<T>): Promise<T[]> {
  return Promise.all([...lanes].map(([lane, { queue }]) => read(queue, lane)));
}

export async function hasSchedules(lanes: Lanes): Promise<boolean> {
  const counts = await fromEachLane(lanes, (queue) => queue.getJobSchedulersCount());
  return counts.some((count) => count > 0);
}

export async function readDeadLetters(lanes: Lanes): Promise<DeadLetter[]> {
  const failed = await fromEachLane(lanes, (queue) => queue.getFailed());
  return failed.flat().map((job) => ({
    id: job.id ?? '',
    name: job.name,
    attempts: job.attemptsMade,
    reason: job.failedReason,
    failedAt: job.finishedOn === undefined ? null : new Date(job.finishedOn),
  }));
}

export function readDepths(lanes: Lanes): Promise<LaneDepth[]> {
  return fromEachLane(lanes, async (queue, lane) => {
    const [counts, [oldest], isPaused] = await Promise.all([
      queue.getJobCounts(...STATES),
      queue.getWaiting(0, 0),
      queue.isPaused(),
    ]);
    const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
    return {
      lane,
      jobs: { waiting, active, delayed, failed },
      oldestSeconds: oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest.timestamp) / 1_000),
      isPaused,
    };
  });
}

export async function areIdle(lanes: Lanes): Promise<boolean> {
  const counts = await fromEachLane(lanes, (queue) => queue.getJobCounts('waiting', 'active', 'prioritized'));
  return counts.every((count) => Object.values(count).every((number) => number === 0));
}

/** The ids of jobs that a schedule has created begin with this; its next run is a delayed job. */
const SCHEDULED = 'repeat:';

/** A job that an outage delayed this often is not waited for, because the outage may go on for hours. */
const LONG_OUTAGE = 2;

/** Reads only the ids of scheduled jobs, because every schedule has one and callers poll. */
export async function listJobsAwaitingRetry(lanes: Lanes): Promise<string[]> {
  const delayed = await fromEachLane(lanes, async (queue) => {
    const ids = await queue.getRanges(['delayed'], 0, -1);
    return Promise.all(ids.filter((id) => !id.startsWith(SCHEDULED)).map((id) => queue.getJob(id)));
  });
  return delayed.flat().flatMap((job) => {
    // A delay in an outage is a start without an attempt.
    const isInLongOutage = job !== undefined && job.attemptsStarted - job.attemptsMade >= LONG_OUTAGE;
    return job === undefined || isInLongOutage ? [] : [job.name];
  });
}
