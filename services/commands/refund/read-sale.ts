import { getPeriodLotId } from '#domain/membership/decide.ts';
import { membershipDecider } from '#domain/membership/decider.ts';
import { paymentDecider } from '#domain/payment/decider.ts';
import type { Sale } from '#domain/refund/sale.ts';
import { Refusal } from '#domain/refusal.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { Payments } from '#infra/payments/payments.ts';
import type { MembershipDeps } from '../membership/membership-deps.ts';
import { readPayment } from '../payment/read-payment.ts';

export interface RefundDeps extends MembershipDeps {
  readonly payments: Pick<Payments, 'readPaymentIntent' | 'refundPaymentIntent' | 'findRefund'>;
}

interface SaleTerms {
  readonly memberId: string;
  readonly lotId: string;
  readonly period: Sale['period'];
  readonly startsAtOnce: boolean;
  /** Of a membership; null for passes. */
  readonly subscriptionId: string | null;
}

async function readPurchase(
  { deciders }: RefundDeps,
  paymentIntentId: string,
): Promise<SaleTerms | undefined> {
  const { payment } = (await deciders.load(paymentDecider, paymentIntentId)).state;
  if (payment === null) return undefined;
  if (payment.grant === null) throw new Refusal('PAYMENT_NOT_COMPLETE');
  const { memberId, grant, startsAtOnce } = payment;
  return { memberId, lotId: grant.lotId, period: null, startsAtOnce, subscriptionId: null };
}

async function readPeriod(
  { deciders, subscriptions, membershipIds }: RefundDeps,
  paymentIntentId: string,
): Promise<SaleTerms> {
  const invoice = await subscriptions.findInvoiceOf(paymentIntentId);
  if (invoice === null || invoice.memberId === null || invoice.subscriptionId === null)
    throw new Refusal('PAYMENT_NOT_FOUND');
  const { memberId, subscriptionId } = invoice;
  const { state } = await deciders.load(membershipDecider, String(await membershipIds.of(memberId)));
  return {
    ...{ memberId, subscriptionId },
    lotId: getPeriodLotId(invoice.id),
    period: { start: invoice.periodStart, end: invoice.periodEnd },
    startsAtOnce: state.startedAtOnce.has(subscriptionId),
  };
}

/**
 * The lot and the terms of a paid purchase, or of a paid period of a membership.
 * @throws Refusal PAYMENT_NOT_FOUND, PAYMENT_NOT_COMPLETE; PaymentsUnavailable
 */
export const readTerms = async (deps: RefundDeps, paymentIntentId: string): Promise<SaleTerms> =>
  (await readPurchase(deps, paymentIntentId)) ?? (await readPeriod(deps, paymentIntentId));

/**
 * Reads a paid purchase, or a paid period of a membership, with its money at Stripe and its lot.
 * @throws Refusal PAYMENT_NOT_FOUND, PAYMENT_NOT_COMPLETE; PaymentsUnavailable
 */
export async function readSale(deps: RefundDeps, paymentIntentId: string): Promise<Sale> {
  const terms = await readTerms(deps, paymentIntentId);
  const facts = await readPayment(deps.payments, paymentIntentId);
  const { state: wallet } = await deps.deciders.load(walletDecider, terms.memberId);
  return {
    memberId: terms.memberId,
    lot: wallet.lots.get(terms.lotId) ?? null,
    period: terms.period,
    startsAtOnce: terms.startsAtOnce,
    receivedPence: facts.amountReceivedPence,
    refundedPence: facts.amountRefundedPence,
    disputedPence: facts.disputedPence,
  };
}
