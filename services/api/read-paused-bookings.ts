import type { Pool } from 'pg';
import type { PausedPeriod } from '#domain/membership/events.ts';
import { type BookingRow, readBookingsOfMember } from '#projections/read-models/bookings/queries.ts';

/** The bookings of classes within a pause, the earliest first. They are paid with other passes, or with ones that were extended. */
export async function readPausedBookings(
  pool: Pool,
  { memberId, from, until }: PausedPeriod & { readonly memberId: string },
): Promise<BookingRow[]> {
  const bookings = await readBookingsOfMember(pool, memberId);
  return bookings
    .filter(
      ({ status, startsAt }) =>
        status === 'confirmed' && startsAt.toISOString() >= from && startsAt.toISOString() < until,
    )
    .toReversed();
}
