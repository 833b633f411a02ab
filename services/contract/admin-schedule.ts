import { z } from 'zod';
import { bookingStatuses } from './bookings.ts';
import { expectedClass } from './changed-since.ts';
import { countDays } from './count-days.ts';
import { commandAnswer } from './errors.ts';
import { expectedInstructor, expectedTimetableClass } from './expected-facts.ts';
import { allowOverlap } from './overlap.ts';
import { instructor, scheduledClass } from './schedule.ts';
import { personName } from './text.ts';
import {
  classMinutes,
  classTime,
  classType,
  instant,
  maxNumericId,
  numericId,
  numericIdText,
  requestKey,
  wallDate,
} from './values.ts';

/** An instructor, as staff enter one. */
export const instructorBody = z.object({
  name: personName(1, 'Instructor name is required'),
  prenatalSuitable: z.boolean().default(false),
});

/** PUT /api/admin/instructors/{id} */
export const changeInstructorBody = instructorBody.extend({ expected: expectedInstructor });

/** POST /api/admin/instructors */
export const newInstructorBody = instructorBody.extend({ requestKey });
export const instructorAnswer = commandAnswer.extend({ instructor });

const lengthMessage = `A class takes ${classMinutes.least} to ${classMinutes.most} minutes`;

/** The spec's sentence for a class without an instructor. */
const instructorMissing = 'Please select an instructor';
const chosenInstructor = z
  .number(instructorMissing)
  .int(instructorMissing)
  .min(1, instructorMissing)
  .max(maxNumericId, instructorMissing);

/** A class, as staff enter one. */
export const classBody = z.object({
  name: classType,
  date: wallDate,
  time: classTime,
  instructorId: chosenInstructor,
  maxCapacity: z
    .number()
    .int('Capacity is a whole number')
    .min(1, 'Capacity is between 1 and 20')
    .max(20, 'Capacity is between 1 and 20')
    .default(7),
  duration: z
    .number()
    .int(lengthMessage)
    .min(classMinutes.least, lengthMessage)
    .max(classMinutes.most, lengthMessage)
    .optional()
    .describe('Minutes; 50 when left out, and unchanged in a change'),
});

/** PUT /api/admin/classes/{id} */
export const changeClassBody = classBody.extend({ expected: expectedTimetableClass });

/** POST /api/admin/classes */
export const newClassBody = classBody.extend({ requestKey });

/** A warning about a planned class; it prevents nothing. */
export const classWarning = z.object({
  code: z.enum(['INSTRUCTOR_OVERLAP', 'NOT_PRENATAL_SUITABLE', 'IN_THE_PAST']),
  message: z.string().describe('A sentence for a person'),
});
export type ClassWarning = z.infer<typeof classWarning>;

/** GET /api/admin/classes/warnings: the warnings that POST or PUT of such a class would answer. */
export const classWarningsQuery = z.object({
  name: classType,
  date: wallDate,
  time: classTime,
  instructorId: numericIdText,
  classId: numericIdText.optional().describe('The class that is being changed'),
  duration: numericIdText
    .pipe(z.number().min(classMinutes.least, lengthMessage).max(classMinutes.most, lengthMessage))
    .optional()
    .describe('Minutes; those of the class when left out, or 50'),
});
export const classWarningsAnswer = z.object({ success: z.literal(true), warnings: z.array(classWarning) });
export type ClassWarningsAnswer = z.infer<typeof classWarningsAnswer>;

const maxDays = 31;

/** GET /api/admin/classes?date=&to= */
export const adminClassesQuery = z
  .object({
    date: wallDate,
    to: wallDate
      .optional()
      .describe(`The last day, at most ${maxDays} days in all; only \`date\` when left out`),
  })
  .refine(({ date, to = date }) => to >= date, { path: ['to'], message: 'The last day is before the first' })
  .refine(({ date, to = date }) => countDays(date, to) <= maxDays, {
    path: ['to'],
    message: `Choose at most ${maxDays} days`,
  });
export const adminClass = scheduledClass.extend({
  status: z.enum(['MARKED FULL', 'FULL', 'OPEN']),
  spotsLeft: z.number().int().describe('Capacity less bookings, also where spots are kept for the waitlist'),
});
export type AdminClass = z.infer<typeof adminClass>;
export const adminClassesAnswer = z.object({ classes: z.array(adminClass), now: instant });
export type AdminClassesAnswer = z.infer<typeof adminClassesAnswer>;
/** `class` is missing only if `pending`, when the read model does not include it yet. */
export const adminClassAnswer = commandAnswer.extend({
  class: adminClass.optional(),
  warnings: z.array(classWarning),
});

/** PATCH /api/admin/classes/{id}/mark-full */
export const markFullBody = z.object({ isMarkedFull: z.boolean(), expected: expectedTimetableClass });

/** PATCH /api/admin/classes/{id}/instructor: assigns another instructor and changes nothing else. */
export const substituteBody = z.object({ instructorId: chosenInstructor, expected: expectedTimetableClass });

/** The member of a booking, for staff; without name and address once erased. */
const bookedUser = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});

const adminBooking = z.object({
  id: numericId,
  userId: z.string(),
  status: z.enum(bookingStatuses),
  attended: z.boolean().nullable(),
  createdAt: instant,
  user: bookedUser,
});

/** GET /api/admin/class-bookings/{classId}: the active bookings in the order they were made, and the waitlist. */
export const classBookingsAnswer = z.object({
  success: z.literal(true),
  bookings: z.array(
    adminBooking.extend({
      pass: z.object({ name: z.string(), expiresAt: instant }).describe('What pays for it'),
    }),
  ),
  waitlist: z.array(
    z.object({
      position: z.number().int(),
      userId: z.string(),
      name: z.string().nullable(),
      joinedAt: instant,
      offeredUntil: instant.nullable().describe('A spot is kept for them up to this instant'),
      isAsked: z.boolean().describe('The class moved far, and they have not said that they still want it'),
    }),
  ),
});
export type ClassBookingsAnswer = z.infer<typeof classBookingsAnswer>;
export type ClassBooking = ClassBookingsAnswer['bookings'][number];

/** GET /api/admin/recent-bookings: the latest 200, also cancelled ones, the newest first. */
export const recentBooking = adminBooking.extend({
  class: z.object({
    id: numericId,
    name: classType,
    date: wallDate,
    time: z.string(),
    startsAt: instant,
    instructorName: z.string(),
  }),
});
export type RecentBooking = z.infer<typeof recentBooking>;
export const recentBookingsAnswer = z.object({
  success: z.literal(true),
  bookings: z.array(recentBooking),
  now: instant,
});
export type RecentBookingsAnswer = z.infer<typeof recentBookingsAnswer>;

/** POST /api/admin/add-member-to-class: answers with the existing booking if the member has one. */
export const addMemberBody = z.object({
  userId: z.string().regex(/^[A-Za-z0-9_-]{1,80}$/, 'User ID is required'),
  classId: numericId,
  expected: expectedClass,
  allowOverlap,
});
export type AddMemberBody = z.infer<typeof addMemberBody>;
export const addMemberAnswer = commandAnswer.extend({
  bookingId: numericId,
  creditsRemaining: z.number().int(),
});
