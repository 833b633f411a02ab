import { secondsInDay } from 'date-fns/constants';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { Transaction } from './api-route.ts';
import { completeSession } from './checkout-session-object.ts';
import { attachMethod } from './customer-cards.ts';
import { endSubscription, markUncollectible } from './end-subscription.ts';
import { toUnixSeconds } from './ids.ts';
import { getSubscriptionId, isPayable } from './invoice-object.ts';
import { scheduleRenewal } from './schedule-renewal.ts';
import { getId, isRunning } from './subscription-object.ts';

/** Days after the first failure on which Stripe retries a renewal, as configured there for this studio. */
const RETRY_DAYS = [1, 3, 5, 7];

function computeNextAttempt(invoice: Stripe.Invoice, attempts: number): number | null {
  // The first attempt to pay a renewal is at its finalisation.
  const first = invoice.status_transitions.finalized_at;
  const days = RETRY_DAYS[attempts - 1];
  const canRetry = invoice.billing_reason === 'subscription_cycle' && invoice.auto_advance === true;
  return canRetry && first !== null && days !== undefined ? first + days * secondsInDay : null;
}

/** After the first attempt, only Stripe's automatic ones count. */
function countAttempt({ attempted, attempt_count: before }: Stripe.Invoice, isAutomatic: boolean): number {
  return attempted && !isAutomatic ? before : before + 1;
}

/** Makes a card that was approved for later charges the subscription's default. */
async function saveDefaultCard(
  tx: Transaction,
  subscription: Stripe.Subscription,
  intent: Stripe.PaymentIntent,
): Promise<Stripe.Subscription> {
  const method = await tx.store.read('payment_method', getId(intent.payment_method) ?? '');
  if (method === null || intent.setup_future_usage !== 'off_session') return subscription;
  await attachMethod(tx, method, getId(subscription.customer) ?? '');
  return { ...subscription, default_payment_method: method.id };
}

async function activateSubscription(
  tx: Transaction,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  const before = await tx.store.lock('subscription', getSubscriptionId(invoice));
  if (before === null || !(isRunning(before) || before.status === 'incomplete')) return;
  const isLatest = before.latest_invoice === invoice.id;
  const after: Stripe.Subscription = {
    ...(await saveDefaultCard(tx, before, intent)),
    status: isLatest ? 'active' : before.status,
  };
  const { status, default_payment_method } = before;
  if (after.status === status && after.default_payment_method === default_payment_method) return;
  await tx.store.update('subscription', after);
  await tx.emit('customer.subscription.updated', after, { status, default_payment_method });
  if (status !== 'incomplete') return;
  await tx.store.unschedule(after.id, 'expire-subscription');
  await scheduleRenewal(tx, after);
  const { session } = await tx.store.readHidden(after.id);
  if (session !== undefined) await completeSession(tx, session, after, invoice);
}

async function recordPaidInvoice(
  tx: Transaction,
  invoicePayment: Stripe.InvoicePayment,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
  isAutomatic: boolean,
): Promise<void> {
  const paidAt = toUnixSeconds(tx.now);
  const { status_details: _, ...rest } = invoice;
  const paid: Stripe.Invoice = {
    ...rest,
    status: 'paid',
    amount_paid: intent.amount_received,
    amount_remaining: 0,
    attempt_count: countAttempt(invoice, isAutomatic),
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: paidAt },
  };
  const paidInvoicePayment: Stripe.InvoicePayment = {
    ...invoicePayment,
    amount_paid: intent.amount_received,
    status: 'paid',
    status_transitions: { ...invoicePayment.status_transitions, paid_at: paidAt },
  };
  await tx.store.update('invoice', paid);
  await tx.store.update('invoice_payment', paidInvoicePayment);
  await tx.store.unschedule(invoice.id);
  await tx.emit('invoice_payment.paid', paidInvoicePayment);
  await tx.emit('invoice.paid', paid);
  await tx.emit('invoice.payment_succeeded', paid);
  await activateSubscription(tx, paid, intent);
}

/** Records a failed attempt, if it counts. When Stripe's last retry fails, the subscription ends. */
export async function recordFailedAttempt(
  tx: Transaction,
  invoice: Stripe.Invoice,
  isAutomatic: boolean,
): Promise<void> {
  if (invoice.attempted && !isAutomatic) return tx.emit('invoice.payment_failed', invoice);
  const attempts = countAttempt(invoice, isAutomatic);
  const next = computeNextAttempt(invoice, attempts);
  const failed: Stripe.Invoice = {
    ...invoice,
    attempted: true,
    attempt_count: attempts,
    next_payment_attempt: next,
  };
  await tx.store.update('invoice', failed);
  await tx.emit('invoice.payment_failed', failed);
  if (next !== null) await tx.store.schedule(invoice.id, 'retry', new Date(next * 1000));

  const subscription = await tx.store.lock('subscription', getSubscriptionId(invoice));
  if (subscription === null || !isRunning(subscription)) return;
  if (next === null) {
    await markUncollectible(tx, failed);
    await endSubscription(tx, subscription, { reason: 'payment_failed' });
  } else if (subscription.status === 'active') {
    const overdue: Stripe.Subscription = { ...subscription, status: 'past_due' };
    await tx.store.update('subscription', overdue);
    await tx.emit('customer.subscription.updated', overdue, { status: 'active' });
  }
}

/** Applies an attempt's outcome to the invoice that the payment is for, if any. The caller has the payment intent locked. */
export async function applyAttempt(tx: Transaction, intentId: string, isAutomatic = false): Promise<void> {
  const invoicePayments = await tx.store.list('invoice_payment', {
    filter: { payment: { payment_intent: intentId } },
  });
  const [invoicePayment] = invoicePayments.data;
  const intent = await tx.store.read('payment_intent', intentId);
  if (invoicePayment === undefined || intent === null) return;
  const invoice = await tx.store.lock('invoice', getId(invoicePayment.invoice) ?? '');
  if (invoice === null || !isPayable(invoice)) return;
  if (intent.status === 'succeeded')
    return recordPaidInvoice(tx, invoicePayment, invoice, intent, isAutomatic);
  if (intent.status === 'requires_action') return tx.emit('invoice.payment_action_required', invoice);
  if (intent.status === 'requires_payment_method') return recordFailedAttempt(tx, invoice, isAutomatic);
}
