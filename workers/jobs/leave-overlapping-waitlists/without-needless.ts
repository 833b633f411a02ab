import type { Pool } from 'pg';
import type { QueuedJob } from '#infra/queue/define-job.ts';
import { bookingsOfWhoWaitsNowhere } from '#projections/read-models/waitlist/queries.ts';
import { leaveOverlappingWaitlists } from './definition.ts';

function bookingOf({ definition, payload }: QueuedJob): number | undefined {
  if (definition !== leaveOverlappingWaitlists) return undefined;
  const { since } = leaveOverlappingWaitlists.payload.parse(payload);
  return 'bookingId' in since ? since.bookingId : undefined;
}

/**
 * Leaves out the jobs that would find nothing to do, asking once for all: few who book also wait in a line. Those of
 * bookings that the read models don't show yet stay. Who comes to a line afterwards has a job of their own for that.
 */
export async function withoutNeedless(pool: Pool, jobs: readonly QueuedJob[]): Promise<readonly QueuedJob[]> {
  const bookingIds = jobs.map(bookingOf).filter((id) => id !== undefined);
  if (bookingIds.length === 0) return jobs;
  const needless = await bookingsOfWhoWaitsNowhere(pool, bookingIds);
  return jobs.filter((job) => {
    const bookingId = bookingOf(job);
    return bookingId === undefined || !needless.has(bookingId);
  });
}
