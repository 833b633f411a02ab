import { defineTable } from '#projections/definition/table.ts';

/**
 * Selects unfinished bookings, which a crash may have left behind. A booking is finished when its pass is used and
 * its seat booked, or when its pass is settled and it has no seat. A lost pass whose place was taken has still to
 * come back.
 */
export const UNFINISHED = `NOT ((pass = 'used' AND seat = 'booked')
  OR (pass IN ('returned', 'forfeited', 'moved') AND seat IN ('none', 'released'))
  OR (pass IN ('returned', 'moved') AND seat = 'refilled'))`;

export const bookingProgress = defineTable({
  name: 'booking_progress',
  columns: {
    booking_id: 'integer',
    member_id: 'text',
    class_id: 'integer',
    lot_id: 'text',
    /** 'held', 'used', 'returned', 'forfeited' or 'moved' (to another booking). */
    pass: 'text',
    /** 'none', 'booked', 'released', or 'refilled': released late, and another booking took the place. */
    seat: 'text',
    /** When the last step happened. */
    since: 'timestamptz',
    /** The booking from which the pass was moved, if it was. */
    moved_from: 'integer null',
  },
  key: ['booking_id'],
  indexes: [`(since) WHERE ${UNFINISHED}`],
});
