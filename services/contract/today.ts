import { z } from 'zod';
import { firstOf } from './first-of.ts';
import { classType, instant, numericId, wallDate } from './values.ts';

const classLine = z.object({
  classId: numericId,
  level: classType,
  date: wallDate,
  time: z.string(),
  instructorName: z.string().describe('Empty once the instructor was removed'),
});
const member = z.object({ memberId: z.string(), memberName: z.string().describe('Empty once erased') });

/** GET /api/admin/today: the open tasks and figures that a manager reads in the morning. */
export const todayAnswer = z.object({
  success: z.literal(true),
  day: wallDate,
  next: classLine
    .extend({ bookedCount: z.number().int(), maxCapacity: z.number().int() })
    .nullable()
    .describe('The next class, today or later'),
  firstTimers: firstOf(classLine.extend({ ...member.shape, bookingId: numericId })).describe(
    'Booked today, and never came before',
  ),
  unmarked: firstOf(classLine.extend({ unmarked: z.number().int() })).describe(
    'Classes of the last 14 days with bookings whose attendance is not marked',
  ),
  waiting: firstOf(classLine.extend({ waiting: z.number().int() })),
  unpaid: firstOf(member.extend({ planName: z.string(), nextAttemptAt: instant.nullable() })).describe(
    'Memberships whose card was refused',
  ),
  lapsing: firstOf(
    member.extend({
      lotId: z.string(),
      passName: z.string(),
      available: z.number().int(),
      expiresAt: instant,
    }),
  ).describe('Passes whose last day is today or one of the next six'),
});
export type TodayAnswer = z.infer<typeof todayAnswer>;
