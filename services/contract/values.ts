import { getDaysInMonth } from 'date-fns/getDaysInMonth';
import { z } from 'zod';
import { chargeablePence, formatPounds } from '#domain/money.ts';

/** A London wall date, `yyyy-MM-dd`, that exists in the calendar. */
export const wallDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Use a date like 2026-05-12')
  .refine((text) => {
    const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
    return (
      year >= 1900 &&
      month >= 1 &&
      month <= 12 &&
      day >= 1 &&
      day <= getDaysInMonth(new Date(year, month - 1))
    );
  }, 'Use a date that exists');

/** A London wall time, `HH:mm`, in the hours a class may start (spec 001 section 5). */
export const classTime = z.string().regex(/^(0\d|1\d|2[01]):[0-5]\d$/, 'Use a time between 00:00 and 21:59');

/** An id from a sequence: of a class, booking, instructor or pass. */
export const maxNumericId = 2_147_483_647;
export const numericId = z.number().int().min(1).max(maxNumericId);

/** Such an id in a path or query, as text. */
export const numericIdText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Use a whole number')
  .transform(Number)
  .pipe(numericId);

/** How long a class may take, in minutes. */
export const classMinutes = { least: 10, most: 240 } as const;

/** An idempotency key: requests with the same key create only one thing. */
export const requestKey = z
  .uuid('Use a UUID')
  .optional()
  .describe('Of one click: sent again, it counts once');

/** An instant, UTC ISO. */
export const instant = z.iso.datetime('Use an instant like 2026-05-12T09:00:00Z');

/** For a token that cannot be one of a link that was mailed. */
export const incompleteLink = 'This link is not complete. Please open it again from the email';

export const classTypes = [
  'beginner',
  'intermediate',
  'advanced',
  'pre & post natal',
  'reformer for all',
] as const;
export const classType = z.enum(
  classTypes,
  'Class must be beginner, intermediate, advanced, pre & post natal, or reformer for all',
);
export type ClassType = z.infer<typeof classType>;

/** A price that members pay by card. The limits of staff's typing errors are narrower than those of the card provider. */
export const sellingPrice = z
  .number()
  .int('Use whole pence')
  .min(1, 'Price must be greater than 0')
  .max(1_000_000, 'Price must be at most £10,000')
  .refine(
    (pence) => pence < 1 || pence >= chargeablePence.least,
    `Cards cannot be charged less than ${formatPounds(chargeablePence.least)}, so nobody could buy it at this price`,
  )
  .describe('Pence');
