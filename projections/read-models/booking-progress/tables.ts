import { defineTable } from '#projections/definition/table.ts';

/**
 * How far each booking's pass and seat have come. A booking is at its end when its pass is used and its seat taken, or its
 * pass is settled and it has no seat; anything else is a booking that a crash may have left behind.
 */
export const UNFINISHED = `NOT ((pass = 'used' AND seat = 'booked')
  OR (pass IN ('returned', 'forfeited', 'moved') AND seat IN ('none', 'released')))`;

export const bookingProgress = defineTable({
  name: 'booking_progress',
  columns: {
    booking_id: 'integer',
    member_id: 'text',
    class_id: 'integer',
    lot_id: 'text',
    /** 'held', 'used', 'returned', 'forfeited' or 'moved' (to another booking). */
    pass: 'text',
    /** 'none', 'booked' or 'released'. */
    seat: 'text',
    /** When the last step was made. */
    since: 'timestamptz',
    /** The booking that the pass came from, when it was moved here. */
    moved_from: 'integer null',
  },
  key: ['booking_id'],
  indexes: [`(since) WHERE ${UNFINISHED}`],
});
