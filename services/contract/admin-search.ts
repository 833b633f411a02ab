import { z } from 'zod';
import { bookingStatuses } from './bookings.ts';
import { classType, instant, numericId, wallDate } from './values.ts';

/** GET /api/admin/search?q= */
export const adminSearchQuery = z.object({
  q: z
    .string()
    .trim()
    .min(1, 'Type a name, a phone number, an email address, a class or an id')
    .max(100, 'Please search with fewer words'),
});

const shownClass = z.object({ id: numericId, name: classType, date: wallDate, time: z.string() });
const owner = { memberId: z.string(), memberName: z.string().nullable().describe('null once erased') };

/** Each kind has at most eight, the best first. */
export const adminSearchAnswer = z.object({
  success: z.literal(true),
  members: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullable().describe('null once erased, when only the whole id finds the member'),
      email: z.string().nullable(),
      phone: z.string().nullable(),
    }),
  ),
  classes: z.array(shownClass.extend({ instructorName: z.string() })),
  bookings: z.array(
    z.object({ id: numericId, ...owner, status: z.enum(bookingStatuses), class: shownClass }),
  ),
  payments: z.array(
    z.object({ id: z.string(), ...owner, what: z.string(), amountPence: z.number().int(), at: instant }),
  ),
  lots: z.array(
    z.object({
      id: z.string(),
      ...owner,
      passName: z.string(),
      granted: z.number().int(),
      available: z.number().int(),
      expiresAt: instant,
    }),
  ),
});
export type AdminSearchAnswer = z.infer<typeof adminSearchAnswer>;
