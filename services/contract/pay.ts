import { z } from 'zod';
import { countDays } from './count-days.ts';
import { classType, instant, numericId, wallDate } from './values.ts';

/** £1,000, far above what a class pays: staff typed pounds for pence. */
const most = 100_000;
/** A negative amount is refused by the rule, with 422. */
const amount = z
  .number()
  .int('Use whole pence')
  .max(most, 'Pay is at most £1,000')
  .describe('Pence; negative is 422');

/** POST /api/admin/instructors/{id}/rates: what the instructor's classes pay from a day on. */
export const rateBody = z.object({
  basePence: amount.describe('Of each class, in pence'),
  perHeadPence: amount.default(0).describe('More for each head above `above`, in pence'),
  above: z
    .number()
    .int('Use a whole number')
    .max(20, 'A class has at most 20 places')
    .default(0)
    .describe('Heads up to this number add nothing'),
  classType: classType.optional().describe('Left out: every class type that has no rate of its own'),
  validFrom: wallDate.describe('From this day on, until the next rate of the same type'),
});

const rate = z.object({
  instructorId: numericId,
  classType: classType.nullable().describe('null: every class type that has no rate of its own'),
  validFrom: wallDate,
  basePence: z.number().int(),
  perHeadPence: z.number().int(),
  above: z.number().int(),
});

/** GET /api/admin/rates: by instructor, type and day. */
export const ratesAnswer = z.object({
  success: z.literal(true),
  feePence: z.number().int().describe('The fee of the rulebook, which a class without a rate pays now'),
  rates: z.array(rate),
  accounts: z
    .array(z.object({ instructorId: numericId, staffId: z.string() }))
    .describe('The staff account that sees the instructor’s own pay'),
  now: instant,
});
export type RatesAnswer = z.infer<typeof ratesAnswer>;

const longestDays = 366;
const isPeriod = ({ from, to }: { from: string; to: string }) =>
  from <= to && countDays(from, to) <= longestDays;
const wrongPeriod = {
  path: ['to'],
  message: 'Choose a last day that is not before the first, within a year',
};

/** GET /api/admin/pay?from=&to=: London days, both inclusive; the same with /excel. */
export const payQuery = z.object({ from: wallDate, to: wallDate }).refine(isPeriod, wrongPeriod);

const pence = z.number().int();
const payLine = z.object({
  classId: numericId,
  level: classType,
  date: wallDate,
  time: z.string(),
  heads: z.number().int().describe('Bookings that stand and are not marked absent'),
  basePence: pence,
  perHeadPence: pence,
  above: z.number().int(),
  pence: pence.describe('Of an adjustment the difference, negative when less is due'),
});
const paidClass = payLine.extend({
  unmarked: z.number().int().describe('Heads without an attendance mark'),
});
const payAdjustment = payLine.extend({
  paidPence: pence.describe('What was paid for the class before'),
  paidHeads: z.number().int(),
});

const instructorPay = z.object({
  instructorId: numericId,
  name: z.string(),
  classes: z.array(paidClass).describe('By their time; whom it pays is who was to teach when it began'),
  adjustments: z.array(payAdjustment).describe('Of classes that an earlier closed period paid'),
  unmarked: z.number().int(),
  totalPence: pence,
});
export type InstructorPay = z.infer<typeof instructorPay>;

const closedPeriod = z.object({ from: wallDate, to: wallDate, totalPence: pence });

export const payAnswer = z.object({
  success: z.literal(true),
  from: wallDate,
  to: wallDate,
  instructors: z.array(instructorPay).describe('By name'),
  totalPence: pence,
  unmarked: z.number().int().describe('Heads without an attendance mark: they are paid as present'),
  isOver: z.boolean(),
  closed: z
    .object({ at: instant, by: z.string(), position: z.string() })
    .nullable()
    .describe('Set when the period is closed: the amounts are those of that moment, for ever'),
  overlapped: closedPeriod
    .nullable()
    .describe('A closed period that shares a day with this one, and is not it'),
  periods: z.array(closedPeriod).describe('The closed periods, the latest first'),
  now: instant,
});
export type PayAnswer = z.infer<typeof payAnswer>;

/** POST /api/admin/pay/close; with ?dryRun=true it answers the effects of closing. */
export const closePayBody = z
  .object({
    from: wallDate,
    to: wallDate,
    expected: z.object({ totalPence: pence }).partial().optional().describe('The sum that the caller saw'),
  })
  .refine(isPeriod, wrongPeriod);

/** PUT /api/admin/instructors/{id}/account: the staff account that sees the instructor's own pay; null for none. */
const staffId = z.uuid('Choose an account').nullable();
export const linkAccountBody = z.object({
  staffId,
  expected: z.object({ staffId }).partial().optional(),
});

/** GET /api/instructor/pay?from=&to=: what the signed-in account's own classes pay. */
export const ownPayAnswer = payAnswer
  .pick({ success: true, from: true, to: true, totalPence: true, unmarked: true, now: true })
  .extend({
    isLinked: z.boolean().describe('False for an account of no instructor, and for a shared password'),
    isClosed: z.boolean(),
    instructors: payAnswer.shape.instructors,
  });
export type OwnPayAnswer = z.infer<typeof ownPayAnswer>;
