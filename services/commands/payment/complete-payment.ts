import { memberDecider } from '#domain/member/decider.ts';
import { refundPayment, requirePayment, succeedPayment } from '#domain/payment/decide.ts';
import { type Payment, paymentDecider } from '#domain/payment/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { withClosures } from '#domain/wallet/decide-closures.ts';
import { grantLot } from '#domain/wallet/decide-lots.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { countRemainingPasses, type WalletState } from '#domain/wallet/state.ts';
import type { CommandContext, LoadedState } from '#infra/event-store/types.ts';
import type { Payments } from '#infra/payments/payments.ts';
import { type AppendResult, pickLaterPosition } from '../append-result.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { readClosedDays } from '../read-closures.ts';
import { stepContext } from '../step-context.ts';
import { assertPaid } from './assert-paid.ts';
import { bookPurchase } from './book-purchase.ts';
import { MEMBER_LEFT, REFUSED_BY_WALLET, refundRefused } from './refund-refused.ts';
import { takePassesBack } from './take-passes-back.ts';

export interface CompletePaymentDeps extends CommandDeps {
  readonly payments: Pick<Payments, 'readPaymentIntent' | 'capturePaymentIntent' | 'refundPaymentIntent'>;
}

export interface PaymentResult extends AppendResult {
  readonly memberId: string;
  readonly pass: {
    readonly name: string;
    readonly classes: number;
    readonly pricePence: number;
    readonly expiresAt: string;
  };
  readonly creditsRemaining: number;
  /** How the booking that the pass was bought for ended; null for a purchase without a class. */
  readonly booked: Payment['booked'];
}

function assertNotRefunded({ status, refundReason, order: { offer } }: Payment): void {
  if (status !== 'refunded') return;
  if (refundReason !== REFUSED_BY_WALLET) throw new Refusal('PAYMENT_REFUNDED');
  throw new Refusal('ALREADY_USED', offer === null ? {} : { offer });
}

/** Records the payment's success; Stripe is read only until then. */
async function succeed(
  { deciders, payments }: CompletePaymentDeps,
  known: Payment,
  context: CommandContext,
): Promise<Payment> {
  assertNotRefunded(known);
  if (known.status === 'succeeded') return known;
  const { amountRefundedPence } = await assertPaid(payments, known);
  const { now } = context;
  const { paymentIntentId } = known;
  const refunded = amountRefundedPence >= known.order.amountPence;
  const { state } = await deciders.handle(
    paymentDecider,
    paymentIntentId,
    stepContext(context, paymentIntentId, 'succeed'),
    (current) =>
      refunded
        ? refundPayment(current, { refundedPence: amountRefundedPence, reason: 'at_stripe', now })
        : succeedPayment(current, { now }),
  );
  const payment = requirePayment(state, null);
  assertNotRefunded(payment);
  return payment;
}

async function grant(
  deps: CompletePaymentDeps,
  payment: Payment,
  terms: NonNullable<Payment['grant']>,
  context: CommandContext,
): Promise<LoadedState<WalletState>> {
  const { memberId, paymentIntentId, order } = payment;
  const member = await deps.deciders.load(memberDecider, memberId);
  if (member.state.status === 'erased' || member.state.status === 'removed') {
    // Stripe may report a payment again, or late: passes that were granted before the member left stay sold.
    const wallet = await deps.deciders.load(walletDecider, memberId);
    if (wallet.state.lots.has(terms.lotId)) return wallet;
    await refundRefused(deps, payment, MEMBER_LEFT, context);
    throw new Refusal('PAYMENT_REFUNDED');
  }
  const { passId, passName, passes, amountPence: pricePence, offer } = order;
  const { now } = context;
  const closedDays = await readClosedDays(deps);
  try {
    return await deps.deciders.handle(
      walletDecider,
      memberId,
      stepContext(context, paymentIntentId, 'grant'),
      (state) => {
        const lot = { memberId, ...terms, kind: 'purchase' as const, passName, passes, pricePence };
        const granted = grantLot(state, { ...lot, passId, paymentIntentId, offer, now });
        return withClosures(state, granted, { memberId, closedDays, now });
      },
    );
  } catch (error) {
    if (error instanceof Refusal) await refundRefused(deps, payment, REFUSED_BY_WALLET, context);
    throw error;
  }
}

/**
 * Grants the lot of a payment and books the class that it was bought for, for the browser, the webhook and the sweep alike. Convergent: a repeated call
 * completes what a crash left, and grants nothing twice. `memberId` is the caller's; null for the webhook and the
 * sweep.
 * @throws Refusal PAYMENT_NOT_FOUND (also for another member's), PAYMENT_NOT_COMPLETE, PAYMENT_PROCESSING,
 * PAYMENT_REFUNDED, CONFLICT;
 * ALREADY_USED when the member had the offer before, PAYMENT_REFUNDED also when the member has left, both after a
 * refund; PaymentsUnavailable
 */
export const completePayment = defineCommand(
  'complete-payment',
  async (
    deps: CompletePaymentDeps,
    { paymentIntentId, memberId }: { paymentIntentId: string; memberId: string | null },
    context: CommandContext,
  ): Promise<PaymentResult> => {
    const { state } = await deps.deciders.load(paymentDecider, paymentIntentId);
    const payment = await succeed(deps, requirePayment(state, memberId), context);
    if (payment.grant === null) throw new Error(`${paymentIntentId} succeeded without a lot`);
    const granted = await grant(deps, payment, payment.grant, context);
    // A refund during the grant found no lot to revoke from.
    const taken = await takePassesBack(deps, paymentIntentId, context);
    const { booked, wallet } = await bookPurchase(deps, payment, granted, context);
    const { passName: name, passes: classes, amountPence: pricePence } = payment.order;
    // The current lot, not the sold terms: the studio may have extended it.
    const expiresAt = wallet.state.lots.get(payment.grant.lotId)?.expiresAt ?? payment.grant.expiresAt;
    return {
      memberId: payment.memberId,
      pass: { name, classes, pricePence, expiresAt },
      creditsRemaining: countRemainingPasses(wallet.state, context.now),
      booked,
      position: pickLaterPosition(taken, wallet.position),
    };
  },
);
