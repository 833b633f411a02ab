import { type MembershipState, membershipDecider } from '#domain/membership/decider.ts';
import { computeRefund, type RefundOrder } from '#domain/refund/decide.ts';
import { countPassesLost, getLeftPence } from '#domain/refund/sale.ts';
import { type RefundDeps, readSale } from './read-sale.ts';

/** Whether a membership renews. */
type Continuation = 'goes_on' | 'ending' | 'ended';

export interface RefundPreview {
  readonly memberId: string;
  /** What becomes of the membership; null for passes. */
  readonly membership: Continuation | null;
  readonly amountPence: number;
  /** What is left of the payment after it. */
  readonly leftPence: number;
  /** Unused passes that the member loses immediately. */
  readonly passesTaken: number;
  /** Booked passes, which are revoked if their bookings return them. */
  readonly passesInUse: number;
}

const getContinuation = ({ membership }: MembershipState): Continuation => {
  if (membership === null || membership.status === 'ended') return 'ended';
  return membership.cancelAtPeriodEnd ? 'ending' : 'goes_on';
};

async function readContinuation(
  { deciders, membershipIds }: RefundDeps,
  memberId: string,
): Promise<Continuation> {
  const id = String(await membershipIds.of(memberId));
  return getContinuation((await deciders.load(membershipDecider, id)).state);
}

/**
 * Calculates a refund without making it.
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
    membership: sale.period === null ? null : await readContinuation(deps, sale.memberId),
    amountPence,
    leftPence: getLeftPence(sale) - amountPence,
    passesTaken: taken,
    passesInUse: inUse,
  };
}
