import type { ReleaseReason } from '#domain/class/events.ts';
import { defineTable } from '#projections/definition/table.ts';

/** It stands, or why the seat was given back; `undone` is a cancellation that its member took back. */
export type BookingStatus = 'confirmed' | ReleaseReason | 'undone';

export const bookings = defineTable({
  name: 'bookings',
  columns: {
    id: 'integer',
    user_id: 'text',
    class_id: 'integer',
    /** A `BookingStatus`. */
    status: 'text',
    /** null until attendance is marked. */
    attended: 'boolean null',
    lot_id: 'text',
    source: 'text',
    free_until: 'timestamptz',
    /** Of the class's stream, to tell what happened to the class before and after. */
    revision: 'bigint',
    pass_returned: 'boolean null',
    released_at: 'timestamptz null',
    created_at: 'timestamptz',
  },
  key: ['id'],
  indexes: ['(user_id)', '(class_id)', '(released_at) WHERE released_at IS NOT NULL'],
});
