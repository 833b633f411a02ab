import type { ReleaseReason } from '#domain/class/events.ts';
import { defineTable } from '#projections/definition/table.ts';

/** `confirmed`, or why the seat was released; `undone` is a cancellation that the member undid. */
export type BookingStatus = 'confirmed' | ReleaseReason | 'undone';

export const bookings = defineTable({
  name: 'bookings',
  columns: {
    id: 'integer',
    user_id: 'text',
    class_id: 'integer',
    /** A `BookingStatus`. */
    status: 'text',
    /** Null until attendance is marked. */
    attended: 'boolean null',
    lot_id: 'text',
    source: 'text',
    free_until: 'timestamptz',
    /** The rulebook that it was made under; null in older bookings. */
    rules_version: 'integer null',
    /** The revision of the class's stream, to order the booking among changes of the class. */
    revision: 'bigint',
    /** Whether the pass came back; of a late cancellation, because another booking took the place. */
    pass_returned: 'boolean null',
    /** A late cancellation whose pass comes back when another member takes the place. */
    refillable: 'boolean',
    released_at: 'timestamptz null',
    created_at: 'timestamptz',
  },
  key: ['id'],
  defaults: { status: 'confirmed' },
  indexes: ['(user_id)', '(class_id)', '(released_at) WHERE released_at IS NOT NULL'],
});
