import { z } from 'zod';
import { bookingStatuses } from './bookings.ts';
import { classType, instant, numericId, wallDate } from './values.ts';

/** A fully or partly refunded or disputed sale, with the bookings of its passes. */
export const refundedSale = z.object({
  kind: z.enum(['pass', 'membership']).describe('`membership`: one month of it'),
  paymentIntentId: z.string(),
  memberId: z.string(),
  memberName: z.string().nullable().describe('null once the member is forgotten'),
  memberEmail: z.string().nullable(),
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
