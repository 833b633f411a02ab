import { z } from 'zod';
import { commandAnswer } from './errors.ts';
import { instructor, scheduledClass } from './schedule.ts';
import { classTime, classType, numericId, wallDate } from './values.ts';

/** POST and PUT /api/admin/instructors */
export const instructorBody = z.object({
  name: z.string().trim().min(1, 'Instructor name is required').max(120, 'Please use a shorter name'),
  prenatalSuitable: z.boolean().default(false),
});
export const instructorAnswer = commandAnswer.extend({ instructor });

/** POST and PUT /api/admin/classes */
export const classBody = z.object({
  name: classType,
  date: wallDate,
  time: classTime,
  instructorId: numericId,
  maxCapacity: z
    .number()
    .int()
    .min(1, 'Capacity is between 1 and 20')
    .max(20, 'Capacity is between 1 and 20')
    .default(7),
  duration: z.number().int().min(10).max(240).optional().describe('Minutes; 50 when left out'),
});

/** GET /api/admin/classes?date= */
export const adminClass = scheduledClass.extend({
  status: z.enum(['MARKED FULL', 'FULL', 'OPEN']),
});
export const adminClassesAnswer = z.object({ classes: z.array(adminClass) });
/** `class` is missing only while `pending` says that the timetable has yet to show it. */
export const adminClassAnswer = commandAnswer.extend({ class: adminClass.optional() });

/** PATCH /api/admin/classes/{id}/mark-full */
export const markFullBody = z.object({ isMarkedFull: z.boolean() });
