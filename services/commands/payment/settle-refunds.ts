import { recordMoneyBack } from '#domain/payment/after-sale.ts';
import { requirePayment } from '#domain/payment/decide.ts';
import { type Payment, paymentDecider } from '#domain/payment/decider.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { Payments } from '#infra/payments/payments.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import { readPayment } from './read-payment.ts';
import { REFUSED_BY_WALLET } from './refund-refused.ts';
import { retryStaleAnswers, StaleAnswer } from './retry-stale-answers.ts';
import { takePassesBack } from './take-passes-back.ts';

export interface SettleRefundsDeps extends CommandDeps {
  readonly payments: Pick<Payments, 'readPaymentIntent'>;
}

/** The reason of a refund: the studio returned a refused payment, or it was made at Stripe. */
async function reasonFor(
  { deciders }: CommandDeps,
  { memberId, grant, order: { offer } }: Payment,
): Promise<string> {
  if (grant === null || offer === null) return 'at_stripe';
  const { state } = await deciders.load(walletDecider, memberId);
  return !state.lots.has(grant.lotId) && state.offersUsed.has(offer) ? REFUSED_BY_WALLET : 'at_stripe';
}

async function noteOnce(
  deps: SettleRefundsDeps,
  paymentIntentId: string,
  context: CommandContext,
): Promise<bigint | null> {
  const { state } = await deps.deciders.load(paymentDecider, paymentIntentId);
  const known = requirePayment(state, null);
  const { amountRefundedPence: refundedPence, disputedPence } = await readPayment(
    deps.payments,
    paymentIntentId,
  );
  const reason = await reasonFor(deps, known);
  // The step's id includes the facts: a retried job may have read others, which need another append.
  const step = stepContext(
    context,
    paymentIntentId,
    'money-back',
    known.moneyMovements,
    refundedPence,
    disputedPence,
  );
  const { position } = await deps.deciders.handle(paymentDecider, paymentIntentId, step, (current) => {
    if (requirePayment(current, null).moneyMovements !== known.moneyMovements) throw new StaleAnswer();
    return recordMoneyBack(current, { refundedPence, disputedPence, reason, now: context.now });
  });
  return position;
}

/**
 * Makes a sale agree with its payment at Stripe. Records refunds and disputes, revokes the passes that they demand, and
 * restores passes whose money returned. Convergent: webhooks and sweeps may call it in any order, any number of times.
 * @throws Refusal PAYMENT_NOT_FOUND; PaymentsUnavailable
 */
export const settleRefunds = defineCommand(
  'settle-refunds',
  async (deps: SettleRefundsDeps, { paymentIntentId }: { paymentIntentId: string }, context) =>
    retryStaleAnswers(`The refund of ${paymentIntentId}`, async () => {
      const noted = await noteOnce(deps, paymentIntentId, context);
      return { position: (await takePassesBack(deps, paymentIntentId, context)) ?? noted };
    }),
);
