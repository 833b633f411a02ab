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
    /** Of the class's stream: whoever was booked before it may leave freely, for the class was moved. */
    freed_revision: 'bigint null',
    /** Of the class's stream: when a spot last came free other than by more capacity, and when everyone in line was last told of one. */
    opened_revision: 'bigint null',
    announced_revision: 'bigint null',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  key: ['id'],
  counters: ['booked_count', 'waitlist_count'],
  indexes: ['(date, time)', '(instructor_id, starts_at)', '(starts_at)'],
});

/** What a class was from each change of it on. */
export const classVersions = defineTable({
  name: 'class_versions',
  columns: {
    class_id: 'integer',
    /** Of the class's stream. */
    revision: 'bigint',
    level: 'text',
    starts_at: 'timestamptz',
    duration: 'integer',
    capacity: 'integer',
    instructor_id: 'integer',
  },
  key: ['class_id', 'revision'],
});
