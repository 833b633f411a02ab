import { defineTable } from '#projections/definition/table.ts';

/** Everyone who waits, or waited, for a class: one row for each time they joined. */
export const waitlist = defineTable({
  name: 'waitlist',
  columns: {
    id: 'integer',
    user_id: 'text',
    class_id: 'integer',
    /** Orders the line: the revision of the class's stream at which they joined. Their place is the rank of it. */
    position: 'bigint',
    /** Until when a spot is kept for them; null when none is. */
    offered_until: 'timestamptz null',
    /** Of the class's stream: when they were passed over last. A spot that came free later is a new chance. */
    passed_over_revision: 'bigint null',
    created_at: 'timestamptz',
    /** null while they wait. */
    left_at: 'timestamptz null',
    left_reason: 'text null',
  },
  key: ['id'],
  indexes: ['(class_id, position) WHERE left_at IS NULL', '(user_id)'],
});

/** What became of spots and of places in line, for those who wait. */
export const waitlistEvents = defineTable({
  name: 'waitlist_happenings',
  columns: {
    class_id: 'integer',
    /** Of the class's stream. */
    revision: 'bigint',
    member_id: 'text',
    at: 'timestamptz',
    what: 'text',
    reason: 'text null',
  },
  key: ['class_id', 'revision', 'member_id'],
});
