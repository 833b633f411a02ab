import { computeRefund, type RefundOrder } from '#domain/refund/decide.ts';
import { countPassesLost, getLeftPence } from '#domain/refund/sale.ts';
import { type RefundDeps, readSale } from './read-sale.ts';

export interface RefundPreview {
  readonly memberId: string;
  readonly isMembership: boolean;
  readonly amountPence: number;
  /** What is left of the payment after it. */
  readonly leftPence: number;
  /** Unused passes that the member loses at once. */
  readonly passesTaken: number;
  /** Passes in bookings, which go to the studio should those end. */
  readonly passesInUse: number;
}

/**
 * Reckons a refund without making it.
 * @throws Refusal PAYMENT_NOT_FOUND, PAYMENT_NOT_COMPLETE, PAYMENT_DISPUTED, OVER_REFUND, NOTHING_UNUSED; PaymentsUnavailable
 */
export async function previewRefund(
  deps: RefundDeps,
  { paymentIntentId, order }: { paymentIntentId: string; order: RefundOrder },
  now: Date,
): Promise<RefundPreview> {
  const sale = await readSale(deps, paymentIntentId);
  const amountPence = computeRefund(sale, order, now);
  const { taken, inUse } = countPassesLost(sale, amountPence);
  return {
    memberId: sale.memberId,
    isMembership: sale.period !== null,
    amountPence,
    leftPence: getLeftPence(sale) - amountPence,
    passesTaken: taken,
    passesInUse: inUse,
  };
}
