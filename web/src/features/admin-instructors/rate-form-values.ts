import { z } from 'zod';
import { classType, wallDate } from '#services/contract/values.ts';
import { toPence } from '#web/lib/money.ts';

const mostPounds = 1_000;
const tooMuch = 'Pay is at most £1,000';

const pounds = z.number('Enter an amount, 0 or more').min(0, 'Enter 0 or more').max(mostPounds, tooMuch);
/** An empty number field is NaN, and '' before it is touched. */
const empty = z.union([z.nan(), z.literal('')]);
const orNothing = <Schema extends z.ZodType<number>>(schema: Schema) =>
  z.union([empty.transform(() => 0), schema]);

/** A rate as staff enter one, in pounds. */
export const rateForm = z.object({
  instructorId: z.string().min(1, 'Please select an instructor'),
  classType: z.union([z.literal('').transform(() => undefined), classType]),
  basePence: z
    .union([z.literal(''), z.number(), z.nan()])
    .pipe(pounds)
    .transform(toPence),
  perHeadPence: orNothing(pounds).transform(toPence),
  above: orNothing(z.number().int('Use a whole number').min(0, 'Enter 0 or more').max(20, 'At most 20')),
  validFrom: wallDate,
});
export type RateFormValues = z.input<typeof rateForm>;
export type RateFormBody = z.output<typeof rateForm>;

/** The initial values; the day is today's. */
export const createNewRate = (today: string): RateFormValues => ({
  instructorId: '',
  classType: '',
  basePence: '',
  perHeadPence: '',
  above: '',
  validFrom: today,
});
