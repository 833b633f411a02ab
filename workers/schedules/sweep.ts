import { millisecondsInHour } from 'date-fns/constants';
import type { JobDefinition, QueuedJob } from '#infra/queue/define-job.ts';

/**
 * Looks, every so often, for what is due or was left half done, and says which jobs see to it. Losing the queue loses
 * nothing, since the next sweep finds it all again.
 */
export interface Sweep {
  readonly definition: JobDefinition;
  readonly everyMs: number;
  readonly find: (now: Date) => Promise<readonly QueuedJob[]>;
  /** Not looked at each time that the sandbox's clock is moved: only time itself makes it look. */
  readonly byTimerAlone?: true;
  /** The earliest instant after `now` at which it will find something that time alone makes due, or null. */
  readonly nextDue?: (now: Date) => Promise<Date | null>;
}

/** A key that lets a sweep ask again for what it asked for a minute ago. */
export const keyOfMinute = (id: string | number, now: Date) =>
  `${id}-minute-${Math.floor(now.getTime() / 60_000)}`;

/** The same for what half an hour ago is soon enough. */
export const keyOfHalfHour = (id: string | number, now: Date) =>
  `${id}-half-hour-${Math.floor(now.getTime() / 1_800_000)}`;

/** The same for what an hour ago is soon enough. */
export const keyOfHour = (id: string | number, now: Date) =>
  `${id}-hour-${Math.floor(now.getTime() / millisecondsInHour)}`;
