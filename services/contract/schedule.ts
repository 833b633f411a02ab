import { z } from 'zod';
import { classType, instant, numericId, numericIdText, wallDate } from './values.ts';

/** GET /api/classes?date= */
export const classesQuery = z.object({ date: wallDate });

/** A class, for everyone. */
export const scheduledClass = z.object({
  id: numericId,
  name: classType.describe('The level'),
  date: wallDate,
  time: z.string(),
  duration: z.number().int().describe('Minutes'),
  maxCapacity: z.number().int(),
  bookedCount: z.number().int(),
  availableSpots: z.number().int(),
  waitlistCount: z.number().int(),
  instructorId: numericId,
  instructorName: z.string(),
  isMarkedFull: z.boolean(),
  startsAt: instant,
  bookingOpensAt: instant.describe('From when pass holders can book it'),
  priorityBookingOpensAt: instant.describe('From when members with a membership can book it'),
  freeCancellationUntil: instant.describe('Cancelling up to this instant, inclusive, gives the pass back'),
});
export type ScheduledClass = z.infer<typeof scheduledClass>;

export const classesAnswer = z.object({
  classes: z.array(scheduledClass),
  now: instant.describe("The server's clock, by which past and open are told"),
});
export type ClassesAnswer = z.infer<typeof classesAnswer>;

/** GET /api/classes/{classId} */
export const classParams = z.object({ classId: numericIdText });
export const classAnswer = z.object({ class: scheduledClass, isCancelled: z.boolean(), now: instant });
export type ClassAnswer = z.infer<typeof classAnswer>;

export const instructor = z.object({ id: numericId, name: z.string(), prenatalSuitable: z.boolean() });
export type Instructor = z.infer<typeof instructor>;

/** GET /api/admin/instructors, public */
export const instructorsAnswer = z.object({ instructors: z.array(instructor) });
export type InstructorsAnswer = z.infer<typeof instructorsAnswer>;
