import type { Job } from 'bullmq';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { EventStoreUnavailable } from '../event-store/types.ts';
import { MailUnavailable } from '../mail/errors.ts';
import { PaymentsUnavailable } from '../payments/errors.ts';
import { isPostgresUnavailable } from '../postgres/unavailable.ts';
import { PushUnavailable } from '../push/errors.ts';
import type { JobDefinition } from './define-job.ts';

/** Until a job is this old an outage uses up none of its attempts; after that each counts. */
const OUTAGE_LIMIT_MS = millisecondsInDay;
const LONGEST_DELAY_MS = 5 * millisecondsInMinute;

/** Whether a job failed only because a system it depends on is unavailable. */
function isOutage(error: unknown): boolean {
  return (
    error instanceof MailUnavailable ||
    error instanceof PaymentsUnavailable ||
    error instanceof PushUnavailable ||
    error instanceof EventStoreUnavailable ||
    isPostgresUnavailable(error)
  );
}

/** Whether a job in an outage was delayed, or skipped because its schedule makes another one. */
export type OutageResult = 'delayed' | 'skipped';

/**
 * Delays a job that failed with `error` in an outage, doubling up to five minutes, so that no outage makes dead letters.
 * Returns null and changes nothing when the error is not an outage.
 */
export async function delayInOutage(
  error: unknown,
  job: Job<object, void>,
  { definition, token }: { definition: JobDefinition; token: string | undefined },
): Promise<OutageResult | null> {
  if (token === undefined || !isOutage(error)) return null;
  if (job.repeatJobKey !== undefined) return 'skipped';
  if (Date.now() - job.timestamp > OUTAGE_LIMIT_MS) return null;
  const failures = Math.min(Math.max(0, job.attemptsStarted - 1), 30);
  const delayMs = Math.min(LONGEST_DELAY_MS, definition.backoffMs * 2 ** failures);
  // Random jitter keeps the jobs of an outage from returning all at the same time.
  await job.moveToDelayed(Date.now() + Math.round(delayMs * (0.7 + 0.3 * Math.random())), token);
  return 'delayed';
}
