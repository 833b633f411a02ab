import { defineTable } from '#projections/definition/table.ts';

/** Each class after each change of it, with the time of the change: a later change of a past class pays nobody else. */
export const payClassVersions = defineTable({
  name: 'pay_class_versions',
  columns: {
    class_id: 'integer',
    /** The revision of the class's stream. */
    revision: 'bigint',
    changed_at: 'timestamptz',
    level: 'text',
    /** London wall date and time. */
    date: 'text',
    time: 'text',
    starts_at: 'timestamptz',
    instructor_id: 'integer',
  },
  key: ['class_id', 'revision'],
  indexes: ['(date)'],
});

/** The attendance marks of bookings that stand. They name no member, and stay when a member's records are removed. */
export const attendanceMarks = defineTable({
  name: 'attendance_marks',
  columns: {
    booking_id: 'integer',
    class_id: 'integer',
    /** null when the mark was removed. */
    attended: 'boolean null',
  },
  key: ['booking_id'],
  indexes: ['(class_id)'],
});

/** What instructors' classes pay. */
export const instructorRates = defineTable({
  name: 'instructor_rates',
  columns: {
    instructor_id: 'integer',
    /** Empty for every type. */
    class_type: 'text',
    /** `yyyy-MM-dd` */
    valid_from: 'text',
    base_pence: 'integer',
    per_head_pence: 'integer',
    above: 'integer',
    set_at: 'timestamptz',
    position: 'bigint',
  },
  key: ['instructor_id', 'class_type', 'valid_from'],
});
