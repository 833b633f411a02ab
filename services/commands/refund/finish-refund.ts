import { paymentDecider } from '#domain/payment/decider.ts';
import { findOpenRefund, settleRequest } from '#domain/refund/decide.ts';
import { type RefundRequest, refundDecider } from '#domain/refund/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import {
  PaymentDeclined,
  PaymentRefused,
  PaymentStateConflict,
  PaymentsUnavailable,
} from '#infra/payments/errors.ts';
import { pickLaterPosition } from '../append-result.ts';
import { defineCommand } from '../define-command.ts';
import { settleMembershipRefund } from '../membership/settle-membership-refund.ts';
import { settleRefunds } from '../payment/settle-refunds.ts';
import { stepContext } from '../step-context.ts';
import type { RefundDeps } from './read-sale.ts';

/** Refunds at Stripe, once for a request: a refund that an earlier call made without an answer is found by its key. */
async function refundAtStripe(
  { payments }: RefundDeps,
  paymentIntentId: string,
  { requestKey, amountPence }: RefundRequest,
): Promise<{ refundId: string } | { refused: string }> {
  const made = await payments.findRefund(paymentIntentId, requestKey);
  if (made !== null) return { refundId: made.id };
  try {
    const { id } = await payments.refundPaymentIntent(paymentIntentId, {
      amountPence,
      requestKey,
      idempotencyKey: `refund-request/${paymentIntentId}/${requestKey}`,
      reason: 'requested_by_customer',
    });
    return { refundId: id };
  } catch (error) {
    const isRefused =
      error instanceof PaymentStateConflict ||
      error instanceof PaymentRefused ||
      error instanceof PaymentDeclined;
    if (!isRefused) throw error;
    return { refused: error.code };
  }
}

/** Records the money and takes the passes back. While Stripe is down this is left to its webhook and the sweeps. */
async function followMoney(
  deps: RefundDeps,
  paymentIntentId: string,
  context: CommandContext,
): Promise<bigint | null> {
  const { state } = await deps.deciders.load(paymentDecider, paymentIntentId);
  const follow = state.payment === null ? settleMembershipRefund : settleRefunds;
  try {
    return (await follow(deps, { paymentIntentId }, stepContext(context, 'money-back'))).position;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    return null;
  }
}

/**
 * Makes the refund that was requested of a payment, if one is open, and follows the money with the passes. Convergent:
 * the request itself, a sweep after a crash and a second press end in the same state.
 * @throws PaymentsUnavailable: then the refund stays requested
 */
export const finishRefund = defineCommand(
  'finish-refund',
  async (deps: RefundDeps, { paymentIntentId }: { paymentIntentId: string }, context) => {
    const { state } = await deps.deciders.load(refundDecider, paymentIntentId);
    const open = findOpenRefund(state);
    if (open === undefined) return { position: null };
    const { requestKey } = open;
    const outcome = await refundAtStripe(deps, paymentIntentId, open);
    // The passes follow before the request is settled, so that a crash between leaves it open.
    const followed = 'refused' in outcome ? null : await followMoney(deps, paymentIntentId, context);
    const { position } = await deps.deciders.handle(
      refundDecider,
      paymentIntentId,
      stepContext(context, 'settle', requestKey),
      (current) => settleRequest(current, { paymentIntentId, requestKey, outcome, now: context.now }),
    );
    return { position: pickLaterPosition(followed, position) };
  },
);
