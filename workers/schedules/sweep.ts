import { millisecondsInHour } from 'date-fns/constants';
import { z } from 'zod';
import { defineJob, type JobDefinition, type QueuedJob } from '#infra/queue/define-job.ts';

/**
 * Finds at intervals what is due or was left half done, and returns the jobs for it. Losing the queue loses nothing, because
 * the next sweep finds the same work again.
 */
export interface Sweep {
  readonly definition: JobDefinition;
  readonly everyMs: number;
  readonly find: (now: Date) => Promise<readonly QueuedJob[]>;
  /** Runs on its interval only, not on each move of the sandbox clock. */
  readonly isTimerOnly?: true;
  /** The earliest instant after `now` at which the passing of time alone makes something due, or null. */
  readonly nextDue?: (now: Date) => Promise<Date | null>;
}

/** Defines the job of a sweep. It has one attempt, because the next run repeats it. */
export const defineSweepJob = (name: string) =>
  defineJob({ name, payload: z.object({}), attempts: 1, lane: 'sweeps' });

/** A key that lets a sweep enqueue the same work again each minute. */
export const keyOfMinute = (id: string | number, now: Date) =>
  `${id}-minute-${Math.floor(now.getTime() / 60_000)}`;

/** A key that lets a sweep enqueue the same work again each half hour. */
export const keyOfHalfHour = (id: string | number, now: Date) =>
  `${id}-half-hour-${Math.floor(now.getTime() / 1_800_000)}`;

/** A key that lets a sweep enqueue the same work again each hour. */
export const keyOfHour = (id: string | number, now: Date) =>
  `${id}-hour-${Math.floor(now.getTime() / millisecondsInHour)}`;
