import { z } from 'zod';
import { expectedClass } from './changed-since.ts';
import { commandAnswer } from './errors.ts';
import { classType, instant, numericId, wallDate } from './values.ts';

/** An event of a class's waitlist, which names no other member. */
export const waitlistEvent = z.object({
  at: instant,
  what: z.enum([
    'joined',
    'left',
    'booked',
    'offered',
    'lapsed',
    'withdrawn',
    'asked',
    'confirmed',
    'skipped',
    'announced',
    'class_cancelled',
  ]),
  mine: z.boolean().describe('Whether it happened to the caller, else to someone in the line'),
  reason: z
    .enum(['no_pass', 'pass_expires', 'overlap', 'capacity', 'marked_full', 'moved', 'moved_back'])
    .nullable()
    .describe('Why someone was skipped, left because of another class, lost an offer or is no longer asked'),
  rule: z.string().nullable().describe('What the rule said that decided it; null where none did'),
});
export type WaitlistEvent = z.infer<typeof waitlistEvent>;

/** The caller and the waitlist of one class. */
export const waitlistStatus = z.object({
  isOnWaitlist: z.boolean(),
  waitlistCount: z.number().int(),
  position: z.number().int().nullable().describe('1 is the first in line; null when not on the list'),
  offer: z
    .object({ until: instant.describe('Claiming up to this instant, inclusive, takes the spot') })
    .nullable()
    .describe('A spot that is kept for the caller: POST /api/bookings claims it'),
  question: z
    .object({ joinedFor: instant.describe('The start for which the caller joined') })
    .nullable()
    .describe(
      'The class has moved far: the caller gets no spot before POST /api/waitlist/confirm, and may leave instead',
    ),
});
export type WaitlistStatus = z.infer<typeof waitlistStatus>;

/** GET /api/waitlist/{classId} */
export const waitlistAnswer = waitlistStatus.extend({
  success: z.literal(true),
  happenings: z.array(waitlistEvent).describe('Since the caller joined, the latest first'),
});
export type WaitlistAnswer = z.infer<typeof waitlistAnswer>;

/** GET /api/waitlist?date=: the same for every class of a London day, in one call. */
export const waitlistDayAnswer = z.object({
  success: z.literal(true),
  statuses: z.array(waitlistStatus.extend({ classId: numericId })),
});
export type WaitlistDayAnswer = z.infer<typeof waitlistDayAnswer>;

/** A class whose waitlist the caller is on. */
export const myWaitlist = waitlistStatus.extend({
  position: z.number().int().describe('1 is the first in line'),
  joinedAt: instant,
  overlaps: z
    .boolean()
    .describe('The caller is booked in another class at that time: a spot would go to the next in line'),
  class: z.object({
    id: numericId,
    name: classType,
    date: wallDate,
    time: z.string(),
    duration: z.number().int().describe('Minutes'),
    instructorId: numericId,
    instructorName: z.string(),
    startsAt: instant,
  }),
});
export type MyWaitlist = z.infer<typeof myWaitlist>;

/** GET /api/waitlist/mine: every class to come whose waitlist the caller is on, the next one first. */
export const myWaitlistsAnswer = z.object({
  success: z.literal(true),
  lines: z.array(myWaitlist),
  now: instant,
});
export type MyWaitlistsAnswer = z.infer<typeof myWaitlistsAnswer>;

/** DELETE /api/waitlist */
export const waitlistBody = z.object({ classId: numericId });
export type WaitlistBody = z.infer<typeof waitlistBody>;

/** POST /api/waitlist/confirm: the caller still wants the class, at the start that they saw. */
export const confirmWaitlistBody = z.object({ classId: numericId, startsAt: instant });
export type ConfirmWaitlistBody = z.infer<typeof confirmWaitlistBody>;

/** POST /api/waitlist */
export const joinWaitlistBody = waitlistBody.extend({ expected: expectedClass });
export type JoinWaitlistBody = z.infer<typeof joinWaitlistBody>;

export const joinWaitlistAnswer = commandAnswer.extend({
  position: z.number().int(),
  waitlistCount: z.number().int(),
});
export type JoinWaitlistAnswer = z.infer<typeof joinWaitlistAnswer>;
