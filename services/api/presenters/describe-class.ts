import type { z } from 'zod';
import type { Rules } from '#domain/rules/rules.ts';
import type { BookingRow } from '#projections/read-models/bookings/queries.ts';
import {
  type ClassRow,
  countBookableSpots,
  getBookingTimes,
} from '#projections/read-models/schedule/queries.ts';
import type { adminClass } from '#services/contract/admin-schedule.ts';
import type { MyBooking } from '#services/contract/bookings.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { classType } from '#services/contract/values.ts';

/** Shown instead of the name of an instructor who has left (spec 000 section 2). */
export const instructorFallback = 'Instructor';

/** A class for everyone. */
export function describeClass(row: ClassRow, rules: Rules, now: Date): ScheduledClass {
  const { bookingOpensAt, priorityBookingOpensAt, freeCancellationUntil } = getBookingTimes(row, rules);
  return {
    id: row.id,
    name: classType.parse(row.name),
    date: row.date,
    time: row.time,
    duration: row.duration,
    maxCapacity: row.maxCapacity,
    bookedCount: row.bookedCount,
    availableSpots: countBookableSpots(row, rules, now),
    waitlistCount: row.waitlistCount,
    instructorId: row.instructorId,
    instructorName: row.instructorName || instructorFallback,
    isMarkedFull: row.isMarkedFull,
    startsAt: row.startsAt.toISOString(),
    bookingOpensAt: bookingOpensAt.toISOString(),
    priorityBookingOpensAt: priorityBookingOpensAt.toISOString(),
    freeCancellationUntil: freeCancellationUntil.toISOString(),
  };
}

/** A class in My Classes. */
export function describeMyClass(
  row: Pick<
    BookingRow,
    'classId' | 'className' | 'date' | 'time' | 'startsAt' | 'duration' | 'instructorId' | 'instructorName'
  >,
): MyBooking['class'] {
  return {
    id: row.classId,
    name: classType.parse(row.className),
    date: row.date,
    time: row.time,
    duration: row.duration,
    instructorId: row.instructorId,
    instructorName: row.instructorName || instructorFallback,
    startsAt: row.startsAt.toISOString(),
  };
}

/** A class for admins, with the status of spec 001 section 4. */
export function describeAdminClass(row: ClassRow, rules: Rules, now: Date): z.infer<typeof adminClass> {
  const isFull = row.bookedCount >= row.maxCapacity;
  return {
    ...describeClass(row, rules, now),
    status: row.isMarkedFull ? 'MARKED FULL' : isFull ? 'FULL' : 'OPEN',
    spotsLeft: Math.max(0, row.maxCapacity - row.bookedCount),
  };
}
