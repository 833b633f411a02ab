import type { RefundedSale } from '#services/contract/admin-refunds.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';

export type RefundStatus = 'Disputed' | 'Passes in use' | 'Settled';

export const getRefundStatus = ({ disputedPence, owed }: RefundedSale): RefundStatus => {
  if (disputedPence > 0) return 'Disputed';
  return owed > 0 ? 'Passes in use' : 'Settled';
};

/** What neither a refund nor a dispute has taken back, in pence. */
export const getLeftPence = ({ pricePence, refundedPence, disputedPence }: RefundedSale): number =>
  Math.max(0, pricePence - refundedPence - disputedPence);

/** Nothing is refunded of a payment that a bank disputes. */
export const canRefundMore = (sale: RefundedSale): boolean =>
  sale.disputedPence === 0 && getLeftPence(sale) > 0;

/** The advice for staff about a refunded or disputed sale at `now`, in milliseconds. */
export function listAdvice(sale: RefundedSale, now: number): string[] {
  const { membership, disputedPence, owed, bookings } = sale;
  const futureCount = bookings.filter(({ startsAt }) => Date.parse(startsAt) > now).length;
  const advice: string[] = [];
  if (disputedPence > 0) {
    advice.push(
      `The member’s bank has taken back ${formatExactPence(disputedPence)}. Answer the dispute at the payment provider; should the studio win, the passes come back by themselves.`,
    );
  }
  if (owed > 0) {
    advice.push(
      owed === 1
        ? '1 pass was paid back but is in use. When its booking is cancelled or removed, it goes to the studio, not to the member.'
        : `${owed} passes were paid back but are in use. When their bookings are cancelled or removed, they go to the studio, not to the member.`,
    );
    advice.push(
      futureCount > 0
        ? `${formatCount(futureCount, 'booking lies', 'bookings lie')} ahead: let the member come, agree with them on another pass, or remove the booking under Class Schedule.`
        : 'All classes booked with them are past. Nothing more can be taken back; ask the member to pay, or let it be.',
    );
  }
  if (membership === 'goes_on')
    advice.push('The membership itself goes on: cancel it under Memberships if it should end.');
  if (membership === 'ending') advice.push('The membership ends with its period, as it was cancelled for.');
  if (advice.length === 0) advice.push('Nothing to do: the passes have followed the money.');
  return advice;
}
