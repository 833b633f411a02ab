import { z } from 'zod';
import { profileAnswer } from './account.ts';
import { myBooking } from './bookings.ts';
import { membershipAnswer } from './membership.ts';
import { classType, instant, numericId, wallDate } from './values.ts';
import { lotHistoryAnswer, userPass } from './wallet.ts';

/** GET /api/user/export: everything that the studio holds of the caller. */
export const exportAnswer = z.object({
  exportedAt: instant,
  studio: z.string(),
  memberId: z.string(),
  profile: profileAnswer.shape.profile,
  health: profileAnswer.shape.health,
  consents: z.object({ newsletter: z.boolean() }),
  bookings: z.array(myBooking),
  waitlists: z.array(
    z.object({
      class: z.object({ id: numericId, name: classType, date: wallDate, time: z.string() }),
      joinedAt: instant,
      leftAt: instant.nullable(),
    }),
  ),
  passes: z.array(userPass.extend({ history: lotHistoryAnswer.shape.entries })),
  payments: z.array(
    z.object({
      id: z.string(),
      what: z.string(),
      passes: z.number().int().nullable(),
      amountPence: z.number().int(),
      refundedPence: z.number().int(),
      state: z.string(),
      at: instant,
    }),
  ),
  membership: membershipAnswer.omit({ success: true, openPayment: true }).nullable(),
  calendarFeedSince: instant.nullable().describe('When the private calendar link was made'),
  sessions: z.array(z.object({ expiresAt: instant })),
});
export type ExportAnswer = z.infer<typeof exportAnswer>;
