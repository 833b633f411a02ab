import { z } from 'zod';
import { refundModes } from '#domain/refund/events.ts';
import { bookingStatuses } from './bookings.ts';
import { dryRunAnswer } from './dry-run.ts';
import { commandAnswer } from './errors.ts';
import { lineText } from './text.ts';
import { classType, instant, numericId, wallDate } from './values.ts';

/** A fully or partly refunded or disputed sale, with the bookings of its passes. */
export const refundedSale = z.object({
  kind: z.enum(['pass', 'membership']).describe('`membership`: one month of it'),
  paymentIntentId: z.string(),
  memberId: z.string(),
  memberName: z.string().nullable().describe('null once the member is forgotten'),
  memberEmail: z.string().nullable(),
  membership: z
    .enum(['goes_on', 'ending', 'ended'])
    .nullable()
    .describe('Of a month of a membership: whether that renews; null for passes'),
  passName: z.string(),
  passClasses: z.number().int(),
  pricePence: z.number().int(),
  refundedPence: z.number().int().describe('Of a membership all that went back, disputed or not'),
  disputedPence: z.number().int().describe('What the bank has taken back for now or for good'),
  takenBack: z.number().int().describe('Passes that went back'),
  owed: z.number().int().describe('Passes in use that go back should their booking be cancelled'),
  changedAt: instant.describe('When money last moved'),
  bookings: z
    .array(
      z.object({
        bookingId: numericId,
        classId: numericId,
        className: classType,
        date: wallDate,
        time: z.string(),
        startsAt: instant,
        status: z.enum(bookingStatuses),
        attended: z.boolean().nullable(),
      }),
    )
    .describe('Bookings that were paid with its passes and stand'),
});
export type RefundedSale = z.infer<typeof refundedSale>;

/** GET /api/admin/refunds: the latest first. */
export const adminRefundsAnswer = z.object({ success: z.literal(true), refunds: z.array(refundedSale) });
export type AdminRefundsAnswer = z.infer<typeof adminRefundsAnswer>;

/** POST /api/admin/payments/{id}/refund; `id` is the payment's at Stripe, of passes or of a membership's period. */
export const refundBody = z
  .object({
    mode: z
      .enum(refundModes)
      .describe('`whole`: all that is left; `unused`: the unused passes, or the days of the period to come'),
    amountPence: z.number().int().min(1, 'At least 1p').optional().describe('With `part` only'),
    reason: lineText.min(1, 'Please say why, in a few words').max(200, 'Please use fewer words'),
    requestKey: z.uuid('Use a UUID').describe('Of one refund: sent again, it refunds once'),
  })
  .refine(({ mode, amountPence }) => (mode === 'part') === (amountPence !== undefined), {
    path: ['amountPence'],
    message: 'Give an amount to refund a part, and only then',
  });
export type RefundBody = z.infer<typeof refundBody>;

const refundOutcome = z.object({
  amountPence: z.number().int(),
  leftPence: z.number().int().describe('What is left of the payment after it'),
  passesTaken: z.number().int().describe('Unused passes that the member loses at once'),
  passesInUse: z.number().int().describe('Passes in bookings, which go to the studio should those end'),
});

/** With `?dryRun=true`. */
export const refundPreviewAnswer = dryRunAnswer.extend({ refund: refundOutcome });
export type RefundPreviewAnswer = z.infer<typeof refundPreviewAnswer>;

export const refundAnswer = commandAnswer.extend({
  refund: z.object({
    amountPence: z.number().int(),
    isMade: z.boolean().describe('False while Stripe does not answer: then it is made by itself'),
  }),
});
export type RefundAnswer = z.infer<typeof refundAnswer>;
