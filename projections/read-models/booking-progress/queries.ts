import type pg from 'pg';
import { UNFINISHED } from './tables.ts';

export interface UnfinishedBooking {
  bookingId: number;
  memberId: string;
  classId: number;
  lotId: string;
  pass: 'held' | 'used' | 'returned' | 'forfeited' | 'moved';
  seat: 'none' | 'booked' | 'released' | 'refilled';
  /** When the last step happened. */
  since: Date;
}

/** Unfinished bookings without a step since `olderThan`, the oldest first. */
export async function readUnfinishedBookings(
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

/** The state of a booking's pass; undefined for an unknown booking. */
export async function readBookingPassState(
  pool: pg.Pool,
  bookingId: number,
): Promise<UnfinishedBooking['pass'] | undefined> {
  const { rows } = await pool.query<Pick<UnfinishedBooking, 'pass'>>({
    name: 'pass-of-booking',
    text: 'SELECT pass FROM booking_progress WHERE booking_id = $1',
    values: [bookingId],
  });
  return rows[0]?.pass;
}

/** The booking from which this one's pass was moved: in another class, or in the same one after an undone cancellation. */
export async function readMovedFromBooking(
  pool: pg.Pool,
  bookingId: number,
): Promise<{ bookingId: number; classId: number } | undefined> {
  const { rows } = await pool.query<{ bookingId: number; classId: number }>({
    name: 'moved-from',
    text: `SELECT f.booking_id AS "bookingId", f.class_id AS "classId"
      FROM booking_progress p JOIN booking_progress f ON f.booking_id = p.moved_from WHERE p.booking_id = $1`,
    values: [bookingId],
  });
  return rows[0];
}
