import { memberDecider } from '#domain/member/decider.ts';
import { type RefundOrder, requestRefund } from '#domain/refund/decide.ts';
import { refundDecider } from '#domain/refund/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { PaymentsUnavailable } from '#infra/payments/errors.ts';
import { pickLaterPosition } from '../append-result.ts';
import { defineCommand } from '../define-command.ts';
import { retryStaleAnswers, StaleAnswer } from '../payment/retry-stale-answers.ts';
import { stepContext } from '../step-context.ts';
import { finishRefund } from './finish-refund.ts';
import { type RefundDeps, readSale } from './read-sale.ts';

export interface Refund {
  readonly paymentIntentId: string;
  readonly requestKey: string;
  readonly order: RefundOrder;
  /** null when staff gave none. */
  readonly reason: string | null;
}

/** Records the request, decided on facts of Stripe that no other refund has changed meanwhile. */
export const recordRefund = (
  deps: RefundDeps,
  { paymentIntentId, requestKey, order, reason }: Refund,
  context: CommandContext,
) =>
  retryStaleAnswers(`The refund of ${paymentIntentId}`, async () => {
    const known = await deps.deciders.load(refundDecider, paymentIntentId);
    const sale = await readSale(deps, paymentIntentId);
    const { state: member } = await deps.deciders.load(memberDecider, sale.memberId);
    return deps.deciders.handle(
      refundDecider,
      paymentIntentId,
      stepContext(context, 'request', known.state.eventCount),
      (current) => {
        if (current.eventCount !== known.state.eventCount) throw new StaleAnswer();
        return requestRefund(current, {
          paymentIntentId,
          requestKey,
          sale,
          order,
          reason: member.status === 'active' ? reason : null,
          now: context.now,
        });
      },
    );
  });

/**
 * Refunds a payment or a part of it. The request is recorded before Stripe is called. So a crash or a repeated request refunds
 * once, and two admins never refund the same passes twice. `isMade` is false while Stripe does not answer: the sweep makes it.
 * @throws Refusal PAYMENT_NOT_FOUND, PAYMENT_NOT_COMPLETE, PAYMENT_DISPUTED, OVER_REFUND, NOTHING_UNUSED, REFUND_IN_PROGRESS,
 * REQUEST_KEY_USED, REFUND_REFUSED; PaymentsUnavailable while nothing is recorded yet
 */
export const refundPayment = defineCommand(
  'refund-payment',
  async (deps: RefundDeps, refund: Refund, context) => {
    const { paymentIntentId, requestKey } = refund;
    // A refund that a crash left open would block this one.
    await finishRefund(deps, { paymentIntentId }, stepContext(context, 'earlier'));
    const requested = await recordRefund(deps, refund, context);
    let { position } = requested;
    try {
      const finished = await finishRefund(deps, { paymentIntentId }, context);
      position = pickLaterPosition(finished.position, position);
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) throw error;
    }
    const { state } = await deps.deciders.load(refundDecider, paymentIntentId);
    const { status, amountPence, code } = state.requests.get(requestKey) ?? {};
    if (status === 'refused') throw new Refusal('REFUND_REFUSED', { code: code ?? '' });
    return { amountPence: amountPence ?? 0, isMade: status === 'made', position };
  },
);
