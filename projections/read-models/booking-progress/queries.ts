import type pg from 'pg';
import { UNFINISHED } from './tables.ts';

export interface UnfinishedBooking {
  bookingId: number;
  memberId: string;
  classId: number;
  lotId: string;
  pass: 'held' | 'used' | 'returned' | 'forfeited';
  seat: 'none' | 'booked' | 'released';
  /** When the last step was made. */
  since: Date;
}

/** Bookings that are not at their end and have not moved since before `olderThan`, the oldest first. */
export async function unfinishedBookings(
  pool: pg.Pool,
  olderThan: Date,
  limit = 500,
): Promise<UnfinishedBooking[]> {
  const { rows } = await pool.query<UnfinishedBooking>({
    name: 'unfinished-bookings',
    text: `SELECT booking_id AS "bookingId", member_id AS "memberId", class_id AS "classId", lot_id AS "lotId",
        pass, seat, since
      FROM booking_progress WHERE ${UNFINISHED} AND since <= $1 ORDER BY since, booking_id LIMIT $2`,
    values: [olderThan, limit],
  });
  return rows;
}
