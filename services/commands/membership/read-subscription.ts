import type { PaidInvoice, SubscriptionSnapshot } from '#domain/membership/decide.ts';
import { Refusal } from '#domain/refusal.ts';
import { PaymentNotFound } from '#infra/payments/errors.ts';
import type { InvoiceFacts } from '#infra/payments/subscriptions.ts';
import { readAgreement } from './agreement.ts';
import type { MembershipDeps } from './membership-deps.ts';
import { readPause } from './pause-metadata.ts';
import { readPlanTerms } from './plan-terms.ts';

/** Statuses after which Stripe never charges a subscription again. */
const OVER = new Set(['canceled', 'incomplete_expired', 'unpaid']);

type Source = Pick<MembershipDeps, 'deciders' | 'subscriptions' | 'membershipIds'>;

const toPaidInvoice = async (deps: Source, invoice: InvoiceFacts): Promise<PaidInvoice> => ({
  kind: invoice.reason === 'change' ? 'upgrade' : 'period',
  invoiceId: invoice.id,
  paymentIntentId: invoice.paymentIntentId,
  amountPence: invoice.amountPaidPence,
  plan: await readPlanTerms(deps, invoice.metadata),
  periodStart: invoice.periodStart.toISOString(),
  periodEnd: invoice.periodEnd.toISOString(),
});

async function found<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PaymentNotFound) throw new Refusal('MEMBERSHIP_NOT_FOUND');
    throw error;
  }
}

/** Reads the owner of a subscription, which never changes. @throws Refusal MEMBERSHIP_NOT_FOUND; PaymentsUnavailable */
export async function readSubscriptionOwner(
  { subscriptions, membershipIds }: Pick<Source, 'subscriptions' | 'membershipIds'>,
  subscriptionId: string,
): Promise<{ memberId: string; membershipId: number }> {
  const { memberId } = await found(() => subscriptions.readSubscription(subscriptionId));
  if (memberId === null) throw new Refusal('MEMBERSHIP_NOT_FOUND');
  return { memberId, membershipId: await membershipIds.of(memberId) };
}

/** Reads a subscription with its invoices from Stripe. @throws Refusal MEMBERSHIP_NOT_FOUND; PaymentsUnavailable */
export async function readSubscription(
  deps: Source,
  subscriptionId: string,
  owner: { memberId: string; membershipId: number },
): Promise<SubscriptionSnapshot> {
  const { subscriptions } = deps;
  // One after the other: if the subscription has another plan already, the invoice for that must be among those read.
  const subscription = await found(() => subscriptions.readSubscription(subscriptionId));
  const invoices = await found(() => subscriptions.listInvoices(subscriptionId));
  // Only what was charged for a plan, not an invoice made by hand at Stripe.
  const ofPeriods = invoices.filter(({ reason }) => reason !== 'other');
  const byPeriod = ofPeriods.toSorted((a, b) => a.periodStart.getTime() - b.periodStart.getTime());
  const idsOf = (...statuses: InvoiceFacts['status'][]) =>
    byPeriod.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);
  const failed = byPeriod.findLast(({ status, attemptCount }) => status === 'open' && attemptCount > 0);
  return {
    ...owner,
    subscriptionId,
    isOver: OVER.has(subscription.status),
    isCancelled: subscription.cancellationReason === 'requested',
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    currentPeriodEnd: subscription.currentPeriodEnd.toISOString(),
    pause: readPause(subscription.metadata, subscription.isVoidingInvoices),
    voidedPeriodStarts: byPeriod
      .filter(({ status, reason }) => status === 'void' && reason === 'renewal')
      .map(({ periodStart }) => periodStart.toISOString()),
    agreement: readAgreement(subscription.metadata),
    nextPlan: await readPlanTerms(deps, subscription.metadata),
    paid: await Promise.all(
      byPeriod.filter(({ status }) => status === 'paid').map((invoice) => toPaidInvoice(deps, invoice)),
    ),
    failed: failed
      ? {
          invoiceId: failed.id,
          attempt: failed.attemptCount,
          nextAttemptAt: failed.nextAttemptAt?.toISOString() ?? null,
        }
      : null,
    payableInvoiceIds: idsOf('open', 'uncollectible'),
    voidedInvoiceIds: idsOf('void'),
  };
}
