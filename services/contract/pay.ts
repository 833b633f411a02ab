import { z } from 'zod';
import { classType, numericId, wallDate } from './values.ts';

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
});
