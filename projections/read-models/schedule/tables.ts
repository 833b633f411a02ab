import { defineTable } from '#projections/definition/table.ts';

export const scheduleClasses = defineTable({
  name: 'schedule_classes',
  columns: {
    id: 'integer',
    /** The level. */
    name: 'text',
    /** London wall date and time. */
    date: 'text',
    time: 'text',
    starts_at: 'timestamptz',
    instructor_id: 'integer',
    duration: 'integer',
    max_capacity: 'integer',
    booked_count: 'integer',
    waitlist_count: 'integer',
    is_marked_full: 'boolean',
    is_cancelled: 'boolean',
    /** The revision at which the class was moved; earlier bookings can be cancelled freely. */
    freed_revision: 'bigint null',
    /** Revisions: the last spot opened other than by more capacity, and the last announcement to all waiting members. */
    opened_revision: 'bigint null',
    announced_revision: 'bigint null',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  key: ['id'],
  defaults: { duration: 50, max_capacity: 7, is_marked_full: false },
  counters: ['booked_count', 'waitlist_count'],
  indexes: ['(date, time)', '(instructor_id, starts_at)', '(starts_at)'],
});

/** Seats that are reserved for members who pay, until they end in the log: `until` may be over. */
export const classReservations = defineTable({
  name: 'class_reservations',
  columns: {
    class_id: 'integer',
    member_id: 'text',
    booking_id: 'integer',
    until: 'timestamptz',
  },
  key: ['class_id', 'member_id'],
});

/** The class after each of its changes. */
export const classVersions = defineTable({
  name: 'class_versions',
  columns: {
    class_id: 'integer',
    /** The revision of the class's stream. */
    revision: 'bigint',
    level: 'text',
    starts_at: 'timestamptz',
    duration: 'integer',
    capacity: 'integer',
    instructor_id: 'integer',
  },
  key: ['class_id', 'revision'],
});
