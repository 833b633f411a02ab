import type { RefundedSaleRow } from '#projections/read-models/payments/queries.ts';
import type { RefundedSale } from '#services/contract/admin-refunds.ts';
import { classType } from '#services/contract/values.ts';

/** A refunded or disputed sale, for staff. */
export function describeRefundedSale({ changedAt, bookings, ...sale }: RefundedSaleRow): RefundedSale {
  return {
    ...sale,
    changedAt: changedAt.toISOString(),
    bookings: bookings.map(({ className, startsAt, ...booking }) => ({
      ...booking,
      className: classType.parse(className),
      startsAt: startsAt.toISOString(),
    })),
  };
}
