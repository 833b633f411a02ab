import { secondsInDay } from 'date-fns/constants';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { Change } from './api-route.ts';
import { completeSession } from './checkout-session-object.ts';
import { keepCard } from './customer-cards.ts';
import { endSubscription, giveUpInvoice } from './ending.ts';
import { unixSeconds } from './ids.ts';
import { isPayable, subscriptionOf } from './invoice-object.ts';
import { scheduleRenewal } from './renewal-steps.ts';
import { idOf, isRunning } from './subscription-object.ts';

/** Days after the first failure on which a renewal is tried again, as set in Stripe for this studio. */
const RETRY_DAYS = [1, 3, 5, 7];

function nextAttempt(invoice: Stripe.Invoice, attempts: number): number | null {
  // Renewals are tried for the first time when they are finalised.
  const first = invoice.status_transitions.finalized_at;
  const days = RETRY_DAYS[attempts - 1];
  const again = invoice.billing_reason === 'subscription_cycle' && invoice.auto_advance === true;
  return again && first !== null && days !== undefined ? first + days * secondsInDay : null;
}

/** Attempts after the first count only when Stripe makes them by itself. */
function countAttempt({ attempted, attempt_count: before }: Stripe.Invoice, byItself: boolean): number {
  return attempted && !byItself ? before : before + 1;
}

/** A card that was approved for later charges pays those from now on. */
async function keepPaidCard(
  change: Change,
  subscription: Stripe.Subscription,
  intent: Stripe.PaymentIntent,
): Promise<Stripe.Subscription> {
  const method = await change.store.read('payment_method', idOf(intent.payment_method) ?? '');
  if (method === null || intent.setup_future_usage !== 'off_session') return subscription;
  await keepCard(change, method, idOf(subscription.customer) ?? '');
  return { ...subscription, default_payment_method: method.id };
}

async function subscriptionPaid(
  change: Change,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  const before = await change.store.lock('subscription', subscriptionOf(invoice));
  if (before === null || !(isRunning(before) || before.status === 'incomplete')) return;
  const isLatest = before.latest_invoice === invoice.id;
  const after: Stripe.Subscription = {
    ...(await keepPaidCard(change, before, intent)),
    status: isLatest ? 'active' : before.status,
  };
  const { status, default_payment_method } = before;
  if (after.status === status && after.default_payment_method === default_payment_method) return;
  await change.store.update('subscription', after);
  await change.emit('customer.subscription.updated', after, { status, default_payment_method });
  if (status !== 'incomplete') return;
  await change.store.unschedule(after.id, 'expire-subscription');
  await scheduleRenewal(change, after);
  const { session } = await change.store.readHidden(after.id);
  if (session !== undefined) await completeSession(change, session, after, invoice);
}

async function invoicePaid(
  change: Change,
  tie: Stripe.InvoicePayment,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
  byItself: boolean,
): Promise<void> {
  const paidAt = unixSeconds(change.now);
  const { status_details: _, ...rest } = invoice;
  const paid: Stripe.Invoice = {
    ...rest,
    status: 'paid',
    amount_paid: intent.amount_received,
    amount_remaining: 0,
    attempt_count: countAttempt(invoice, byItself),
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: paidAt },
  };
  const paidTie: Stripe.InvoicePayment = {
    ...tie,
    amount_paid: intent.amount_received,
    status: 'paid',
    status_transitions: { ...tie.status_transitions, paid_at: paidAt },
  };
  await change.store.update('invoice', paid);
  await change.store.update('invoice_payment', paidTie);
  await change.store.unschedule(invoice.id);
  await change.emit('invoice_payment.paid', paidTie);
  await change.emit('invoice.paid', paid);
  await change.emit('invoice.payment_succeeded', paid);
  await subscriptionPaid(change, paid, intent);
}

/** A failure changes something only when it counts. When the last attempt failed that Stripe makes, the subscription ends. */
export async function attemptFailed(
  change: Change,
  invoice: Stripe.Invoice,
  byItself: boolean,
): Promise<void> {
  if (invoice.attempted && !byItself) return change.emit('invoice.payment_failed', invoice);
  const attempts = countAttempt(invoice, byItself);
  const next = nextAttempt(invoice, attempts);
  const failed: Stripe.Invoice = {
    ...invoice,
    attempted: true,
    attempt_count: attempts,
    next_payment_attempt: next,
  };
  await change.store.update('invoice', failed);
  await change.emit('invoice.payment_failed', failed);
  if (next !== null) await change.store.schedule(invoice.id, 'retry', new Date(next * 1000));

  const subscription = await change.store.lock('subscription', subscriptionOf(invoice));
  if (subscription === null || !isRunning(subscription)) return;
  if (next === null) {
    await giveUpInvoice(change, failed);
    await endSubscription(change, subscription, { reason: 'payment_failed' });
  } else if (subscription.status === 'active') {
    const late: Stripe.Subscription = { ...subscription, status: 'past_due' };
    await change.store.update('subscription', late);
    await change.emit('customer.subscription.updated', late, { status: 'active' });
  }
}

/** What an attempt to pay brings about, if the payment is for an invoice. The caller has the payment intent locked. */
export async function afterAttempt(change: Change, intentId: string, byItself = false): Promise<void> {
  const ties = await change.store.list('invoice_payment', {
    filter: { payment: { payment_intent: intentId } },
  });
  const [tie] = ties.data;
  const intent = await change.store.read('payment_intent', intentId);
  if (tie === undefined || intent === null) return;
  const invoice = await change.store.lock('invoice', idOf(tie.invoice) ?? '');
  if (invoice === null || !isPayable(invoice)) return;
  if (intent.status === 'succeeded') return invoicePaid(change, tie, invoice, intent, byItself);
  if (intent.status === 'requires_action') return change.emit('invoice.payment_action_required', invoice);
  if (intent.status === 'requires_payment_method') return attemptFailed(change, invoice, byItself);
}
