import { defineTable } from '#projections/definition/table.ts';

/** Each class after each change of it, with the time of the change: a later change of a past class pays no other instructor. */
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

/** The attendance marks of bookings that are not cancelled. They name no member, and stay when a member's records are removed. */
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

/** The closed pay periods. */
export const payPeriods = defineTable({
  name: 'pay_periods',
  columns: {
    /** London days, both inclusive. */
    from_day: 'text',
    to_day: 'text',
    total_pence: 'integer',
    closed_at: 'timestamptz',
    /** The staff member's id; null for the shared password. */
    closed_by: 'text null',
    position: 'bigint',
  },
  key: ['from_day'],
});

/** What closed periods paid. */
export const payLines = defineTable({
  name: 'pay_lines',
  columns: {
    /** The first day of the period. */
    from_day: 'text',
    is_adjustment: 'boolean',
    class_id: 'integer',
    instructor_id: 'integer',
    level: 'text',
    date: 'text',
    time: 'text',
    heads: 'integer',
    /** 0 for an adjustment. */
    unmarked: 'integer',
    base_pence: 'integer',
    per_head_pence: 'integer',
    above: 'integer',
    /** Of an adjustment the difference. */
    pence: 'integer',
    /** Of an adjustment: what was paid before, and for how many heads; else 0. */
    paid_pence: 'integer',
    paid_heads: 'integer',
  },
  key: ['from_day', 'is_adjustment', 'class_id', 'instructor_id'],
  indexes: ['(class_id)'],
});

/** The staff account that sees an instructor's pay. */
export const instructorAccounts = defineTable({
  name: 'instructor_accounts',
  columns: { instructor_id: 'integer', staff_id: 'text' },
  key: ['instructor_id'],
  indexes: ['(staff_id)'],
});
