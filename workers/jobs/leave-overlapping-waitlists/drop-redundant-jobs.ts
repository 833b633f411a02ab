import type { Pool } from 'pg';
import type { QueuedJob } from '#infra/queue/define-job.ts';
import { readBookingsWithoutWaits } from '#projections/read-models/waitlist/queries.ts';
import { leaveOverlappingWaitlists } from './definition.ts';

function bookingOf({ definition, payload }: QueuedJob): number | undefined {
  if (definition !== leaveOverlappingWaitlists) return undefined;
  const { since } = leaveOverlappingWaitlists.payload.parse(payload);
  return 'bookingId' in since ? since.bookingId : undefined;
}

/**
 * Drops jobs for bookings of members without a waitlist entry, with one query for the batch: few members who book also wait.
 * Keeps jobs for bookings that the read models lack. A member who joins a waitlist later gets a job for that.
 */
export async function dropRedundantJobs(
  pool: Pool,
  jobs: readonly QueuedJob[],
): Promise<readonly QueuedJob[]> {
  const bookingIds = jobs.map(bookingOf).filter((id) => id !== undefined);
  if (bookingIds.length === 0) return jobs;
  const redundant = await readBookingsWithoutWaits(pool, bookingIds);
  return jobs.filter((job) => {
    const bookingId = bookingOf(job);
    return bookingId === undefined || !redundant.has(bookingId);
  });
}
