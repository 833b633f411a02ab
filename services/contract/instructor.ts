import { z } from 'zod';
import { profileAnswer } from './account.ts';
import { countDays } from './count-days.ts';
import { commandAnswer } from './errors.ts';
import { classType, instant, numericId, numericIdText, wallDate } from './values.ts';

/** A member who is booked in a class. The health answers have a request of their own, and each reading is recorded. */
const attendee = z.object({
  id: numericId.describe('Of the booking'),
  userId: z.string(),
  status: z.literal('confirmed'),
  attended: z.boolean().nullable().describe('null until it is marked'),
  createdAt: instant,
  user: z
    .object({ name: z.string(), email: z.string(), phone: z.string() })
    .nullable()
    .describe('null once the member has left for good'),
  hasHealthNotes: z
    .boolean()
    .describe('There is something in the health details that whoever teaches should know'),
  hasAnsweredHealth: z.boolean().describe('They have answered the health questions'),
});
export type Attendee = z.infer<typeof attendee>;

const taughtClass = z.object({
  id: numericId,
  name: classType.describe('The level'),
  date: wallDate,
  time: z.string(),
  startsAt: instant,
  duration: z.number().int().describe('Minutes'),
  maxCapacity: z.number().int(),
  bookedCount: z.number().int(),
  isMarkedFull: z.boolean(),
  instructorId: numericId,
  instructorName: z.string(),
  instructor: z.object({ id: numericId, name: z.string() }),
  bookings: z.array(attendee),
});
export type TaughtClass = z.infer<typeof taughtClass>;

const mostDays = 400;

/** GET /api/instructor/classes: both days inclusive; without them from 30 days back to 14 ahead. */
export const taughtClassesQuery = z
  .object({ from: wallDate.optional(), to: wallDate.optional() })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    message: 'Give the first and the last day',
  })
  .refine(({ from = '', to = '' }) => from <= to, {
    path: ['to'],
    message: 'The last day is before the first',
  })
  .refine(({ from, to }) => from === undefined || to === undefined || countDays(from, to) <= mostDays, {
    path: ['from'],
    message: `Ask for at most ${mostDays} days at once`,
  });

/** The newest first. */
export const taughtClassesAnswer = z.object({
  success: z.literal(true),
  classes: z.array(taughtClass),
  from: wallDate,
  to: wallDate,
  now: instant,
});
export type TaughtClassesAnswer = z.infer<typeof taughtClassesAnswer>;

/** GET /api/instructor/classes/{classId}/attendees/{bookingId}/health */
export const attendeeParams = z.object({ classId: numericIdText, bookingId: numericIdText });
export const attendeeHealthAnswer = z.object({
  success: z.literal(true),
  health: profileAnswer.shape.health.extend({ dateOfBirth: z.string().nullable() }),
});
export type AttendeeHealthAnswer = z.infer<typeof attendeeHealthAnswer>;

/** PUT /api/instructor/attendance/{bookingId} */
export const attendanceParams = z.object({ bookingId: numericIdText });
export const attendanceBody = z.object({
  attended: z.boolean().nullable().describe('null takes the mark off again'),
  markedAt: instant
    .optional()
    .describe('When it was pressed: the last press wins, whenever it arrives. Now when left out'),
});
export type AttendanceBody = z.infer<typeof attendanceBody>;

export const attendanceAnswer = commandAnswer.extend({
  attended: z.boolean().nullable().describe('The mark that stands: another’s, where that was pressed later'),
});
export type AttendanceAnswer = z.infer<typeof attendanceAnswer>;
