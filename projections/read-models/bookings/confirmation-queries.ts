import type pg from 'pg';
import { FREE_UNTIL } from './queries.ts';
import type { BookingStatus } from './tables.ts';

/** The current data for the confirmation of a booking. */
export interface ConfirmationRow {
  id: number;
  classId: number;
  status: BookingStatus;
  className: string;
  startsAt: Date;
  /** Empty once the instructor was removed. */
  instructorName: string;
  passName: string;
  /** See `BookingRow`. */
  freeUntil: Date;
  /** The booking from which the pass was moved: in another class, or in the same one after an undone cancellation. */
  movedFromId: number | null;
  /** False until the read model contains the member. */
  isMemberShown: boolean;
  /** Null once the member is erased. */
  memberName: string | null;
  /** Null also for a member who was brought over and gets no mail yet. */
  memberEmail: string | null;
  /** Whether the ledger of performed effects contains `formatConfirmationKey(id)`. */
  isConfirmed: boolean;
}

/** The key of a booking's confirmation in the ledger of performed effects. */
export const formatConfirmationKey = (bookingId: number): string => `booking-confirmed/${bookingId}`;

/** The data for a booking's confirmation; undefined until the read model contains the booking. */
export async function readBookingToConfirm(
  pool: pg.Pool,
  bookingId: number,
): Promise<ConfirmationRow | undefined> {
  const { rows } = await pool.query<ConfirmationRow>({
    name: 'booking-to-confirm',
    text: `SELECT b.id, b.class_id AS "classId", b.status, c.name AS "className", c.starts_at AS "startsAt",
        coalesce(i.name, '') AS "instructorName", coalesce(l.pass_name, '') AS "passName",
        ${FREE_UNTIL} AS "freeUntil",
        p.moved_from AS "movedFromId", u.id IS NOT NULL AS "isMemberShown", u.name AS "memberName",
        CASE WHEN NOT u.is_silent THEN u.email END AS "memberEmail", e.key IS NOT NULL AS "isConfirmed"
      FROM bookings b
        JOIN schedule_classes c ON c.id = b.class_id
        LEFT JOIN instructors i ON i.id = c.instructor_id
        LEFT JOIN wallet_lots l ON l.lot_id = b.lot_id
        LEFT JOIN booking_progress p ON p.booking_id = b.id
        LEFT JOIN users u ON u.id = b.user_id
        LEFT JOIN performed_effects e ON e.key = $2
      WHERE b.id = $1`,
    values: [bookingId, formatConfirmationKey(bookingId)],
  });
  return rows[0];
}
