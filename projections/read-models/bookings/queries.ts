import type pg from 'pg';
import type { ReleaseReason } from '../../../services/domain/class/events.ts';

export type BookingStatus = 'confirmed' | ReleaseReason;

/** A booking with its class as both stand now. */
export interface BookingRow {
  id: number;
  classId: number;
  userId: string;
  status: BookingStatus;
  attended: boolean | null;
  createdAt: Date;
  lotId: string;
  passName: string;
  /** The last instant of the pass's lot. */
  passExpiresAt: Date;
  /** Cancelling up to this instant, inclusive, gives the pass back: the class's start if the class was moved since. */
  freeUntil: Date;
  /** null while the booking stands. */
  passReturned: boolean | null;
  releasedAt: Date | null;
  className: string;
  date: string;
  time: string;
  startsAt: Date;
  duration: number;
  instructorName: string;
}

const SELECT = `
  SELECT b.id, b.class_id AS "classId", b.user_id AS "userId", b.status, b.attended, b.created_at AS "createdAt",
    b.lot_id AS "lotId", coalesce(l.pass_name, '') AS "passName", coalesce(l.expires_at, c.starts_at) AS "passExpiresAt",
    CASE WHEN c.freed_revision > b.revision THEN c.starts_at ELSE b.free_until END AS "freeUntil",
    b.pass_returned AS "passReturned", b.released_at AS "releasedAt", c.name AS "className", c.date, c.time,
    c.starts_at AS "startsAt", c.duration, coalesce(i.name, '') AS "instructorName"
  FROM bookings b
    JOIN schedule_classes c ON c.id = b.class_id
    LEFT JOIN instructors i ON i.id = c.instructor_id
    LEFT JOIN wallet_lots l ON l.lot_id = b.lot_id`;

/** A member's bookings, cancelled ones too, the latest class first. */
export async function bookingsOf(pool: pg.Pool, memberId: string): Promise<BookingRow[]> {
  const { rows } = await pool.query<BookingRow>({
    name: 'bookings-of',
    text: `${SELECT} WHERE b.user_id = $1 ORDER BY c.starts_at DESC, b.id DESC`,
    values: [memberId],
  });
  return rows;
}

export async function bookingById(pool: pg.Pool, id: number): Promise<BookingRow | undefined> {
  const { rows } = await pool.query<BookingRow>({
    name: 'booking-by-id',
    text: `${SELECT} WHERE b.id = $1`,
    values: [id],
  });
  return rows[0];
}

export interface ClassBookingRow {
  id: number;
  userId: string;
  status: BookingStatus;
  attended: boolean | null;
  createdAt: Date;
  /** null once the member is forgotten. */
  userName: string | null;
  userEmail: string | null;
  userPhone: string | null;
}

/** The bookings that stand in a class, in the order they were made. */
export async function classBookings(pool: pg.Pool, classId: number): Promise<ClassBookingRow[]> {
  const { rows } = await pool.query<ClassBookingRow>({
    name: 'class-bookings',
    text: `SELECT b.id, b.user_id AS "userId", b.status, b.attended, b.created_at AS "createdAt",
        u.name AS "userName", u.email AS "userEmail", u.phone AS "userPhone"
      FROM bookings b LEFT JOIN users u ON u.id = b.user_id
      WHERE b.class_id = $1 AND b.status = 'confirmed' ORDER BY b.revision`,
    values: [classId],
  });
  return rows;
}
