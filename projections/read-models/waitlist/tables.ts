import { defineTable } from '#projections/definition/table.ts';

/** Waiting-list entries, one for each time a member joined; left ones stay. */
export const waitlist = defineTable({
  name: 'waitlist',
  columns: {
    id: 'integer',
    user_id: 'text',
    class_id: 'integer',
    /** The revision of the class's stream at which the member joined. Its rank is the place in the list. */
    position: 'bigint',
    /** The end of the offer; null without one. */
    offered_until: 'timestamptz null',
    /** The revision at which the member was last passed over. A spot opened later is offered again. */
    passed_over_revision: 'bigint null',
    /** The start that the member joined for, while they are asked whether they want the class at its new time; else null. */
    asked_joined_for: 'timestamptz null',
    /** The revision of that question. */
    asked_revision: 'bigint null',
    created_at: 'timestamptz',
    /** Null while the member waits. */
    left_at: 'timestamptz null',
    left_reason: 'text null',
  },
  key: ['id'],
  indexes: ['(class_id, position) WHERE left_at IS NULL', '(user_id)'],
});

/** The history of a class's waiting list, for its members. */
export const waitlistEvents = defineTable({
  name: 'waitlist_happenings',
  columns: {
    class_id: 'integer',
    /** The revision of the class's stream. */
    revision: 'bigint',
    member_id: 'text',
    at: 'timestamptz',
    what: 'text',
    reason: 'text null',
    /** The rulebook that decided it, where the event notes it. */
    rules_version: 'integer null',
  },
  key: ['class_id', 'revision', 'member_id'],
});
