import type { Job } from 'bullmq';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { EventStoreUnavailable } from '../event-store/types.ts';
import { MailUnavailable } from '../mail/errors.ts';
import { PaymentsUnavailable } from '../payments/errors.ts';
import { isPostgresUnavailable } from '../postgres/unavailable.ts';
import type { JobDefinition } from './define-job.ts';

/** So long a job waits for the end of an outage without using up its tries; after that each counts. */
const WAITS_FOR_MS = millisecondsInDay;
const LONGEST_WAIT_MS = 5 * millisecondsInMinute;

/** Whether a job failed only because something that it needs is away: the same will go well when it is back. */
function isOutage(error: unknown): boolean {
  return (
    error instanceof MailUnavailable ||
    error instanceof PaymentsUnavailable ||
    error instanceof EventStoreUnavailable ||
    isPostgresUnavailable(error)
  );
}

/** What became of a job that met an outage: it was put aside, or, being one of a schedule, is left to the next one. */
export type WaitedOut = 'put-aside' | 'left-to-the-next';

/**
 * Puts a job that met an outage aside for a while that doubles each time, to five minutes, so that the longest outage makes
 * no dead letters. `error` is what the job threw; answers null, having done nothing, when that is no outage.
 */
export async function waitOut(
  error: unknown,
  job: Job<object, void>,
  { definition, token }: { definition: JobDefinition; token: string | undefined },
): Promise<WaitedOut | null> {
  if (token === undefined || !isOutage(error)) return null;
  if (job.repeatJobKey !== undefined) return 'left-to-the-next';
  if (Date.now() - job.timestamp > WAITS_FOR_MS) return null;
  const met = Math.min(Math.max(0, job.attemptsStarted - 1), 30);
  const wait = Math.min(LONGEST_WAIT_MS, definition.backoffMs * 2 ** met);
  // Some of it random, so that not all come at once.
  await job.moveToDelayed(Date.now() + Math.round(wait * (0.7 + 0.3 * Math.random())), token);
  return 'put-aside';
}
