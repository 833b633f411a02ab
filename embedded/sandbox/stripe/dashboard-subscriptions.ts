import { z } from 'zod';
import { formatLondon } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import { escapeHtml } from '#infra/mail/escape-html.ts';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { noSuch } from './api-error.ts';
import type { ApiCall } from './api-route.ts';
import { getCardBehaviour } from './cards.ts';
import { attachCard } from './customer-cards.ts';
import { cancelImmediately, updateSubscription } from './subscription-changes.ts';
import { formatRecurrence, getId, getItem, isRunning } from './subscription-object.ts';

/** One subscription on the dashboard. */
export interface DashboardSubscription {
  subscription: Stripe.Subscription;
  card: Stripe.PaymentMethod | null;
  /** Whether a charge of the card would succeed. */
  canPay: boolean;
  invoice: Stripe.Invoice | null;
}

export const SubscriptionAction = z.object({
  action: z.enum(['cancel', 'cancel_at_period_end', 'undo', 'fail', 'work']),
});
type Action = z.infer<typeof SubscriptionAction>['action'];

const PAGE_SIZE = 50;

async function readSubscription(
  call: ApiCall,
  subscription: Stripe.Subscription,
): Promise<DashboardSubscription> {
  const cardId = getId(subscription.default_payment_method);
  const card = cardId === null ? null : await call.store.read('payment_method', cardId);
  const { testCard: number } = await call.store.readHidden(card?.id ?? '');
  const invoice = await call.store.read('invoice', getId(subscription.latest_invoice) ?? '');
  return { subscription, card, canPay: card !== null && getCardBehaviour(number).decline === null, invoice };
}

/** Lists the latest subscriptions that were ever paid, newest first. */
export async function latestSubscriptions(call: ApiCall): Promise<DashboardSubscription[]> {
  const statuses = ['active', 'past_due', 'canceled'].map((status) => ({ status }));
  const { data } = await call.store.list('subscription', { anyOf: statuses, limit: PAGE_SIZE });
  const shown: DashboardSubscription[] = [];
  for (const subscription of data) shown.push(await readSubscription(call, subscription));
  return shown;
}

async function swapCard(call: ApiCall, before: Stripe.Subscription, testMethodId: string): Promise<void> {
  const { id } = await attachCard(call, testMethodId, getId(before.customer) ?? '');
  await updateSubscription(call, before, { default_payment_method: id });
}

/** Applies an action of the studio to a subscription, or of a bank to its card. @throws StripeApiError */
export async function changeFromDashboard(call: ApiCall, action: Action): Promise<void> {
  const subscription = await call.store.lock('subscription', call.id);
  if (subscription === null) throw noSuch('subscription', call.id);
  switch (action) {
    case 'cancel':
      await cancelImmediately(call, subscription);
      return;
    case 'cancel_at_period_end':
    case 'undo':
      await updateSubscription(call, subscription, {
        cancel_at_period_end: action === 'cancel_at_period_end',
      });
      return;
    case 'fail':
      return swapCard(call, subscription, 'pm_card_chargeCustomerFail');
    case 'work':
      return swapCard(call, subscription, 'pm_card_visa');
  }
}

function renderTime(seconds: number): string {
  const instant = new Date(seconds * 1000);
  const text = formatLondon(instant, 'd MMM yyyy, HH:mm');
  return `<time datetime="${instant.toISOString()}">${text}</time>`;
}

function statusText({
  status,
  cancel_at_period_end: cancelling,
  pause_collection: pause,
}: Stripe.Subscription): string {
  const text = `${status.replaceAll('_', ' ')}${pause === null ? '' : ', collection paused'}`;
  return escapeHtml(isRunning({ status }) && cancelling ? `${text}, cancelling` : text);
}

function invoiceText(invoice: Stripe.Invoice | null): string {
  if (invoice === null) return 'none';
  const url = invoice.hosted_invoice_url;
  const number = escapeHtml(invoice.number ?? invoice.id);
  const name = typeof url === 'string' ? `<a href="${escapeHtml(url)}">${number}</a>` : number;
  const next = invoice.status === 'open' ? invoice.next_payment_attempt : null;
  const retryText = next === null ? '' : `, tried again ${renderTime(next)}`;
  return `${name}: ${escapeHtml(invoice.status ?? '')}${retryText}`;
}

function actions({ subscription, canPay }: DashboardSubscription): string {
  if (!isRunning(subscription)) return '';
  const button = (action: Action, text: string) =>
    `<button class="plain" name="action" value="${action}">${text}</button>`;
  const buttons = [
    button('cancel', 'Cancel now'),
    subscription.cancel_at_period_end
      ? button('undo', 'Undo the cancellation')
      : button('cancel_at_period_end', 'Cancel at period end'),
    canPay ? button('fail', 'Next payments fail') : button('work', 'Payments work again'),
  ];
  const path = `/sandbox/stripe/dashboard/subscriptions/${escapeHtml(subscription.id)}`;
  return `<div class="actions"><form method="post" action="${path}">${buttons.join('\n')}</form></div>`;
}

function subscriptionHtml(shown: DashboardSubscription): string {
  const { subscription, card, canPay, invoice } = shown;
  const { current_period_start: start, current_period_end: end, price } = getItem(subscription);
  const ended = subscription.ended_at;
  const amount = formatPounds(price.unit_amount ?? 0);
  const cardText = card?.card === undefined ? 'none' : `•••• ${escapeHtml(card.card.last4)}`;
  return `<article class="card payment" id="${escapeHtml(subscription.id)}">
<header><div><h3><span class="figures">${amount}</span> ${price.recurring?.interval_count === 1 ? 'a' : 'every'} ${formatRecurrence(price)} · ${statusText(subscription)}</h3><p>Member ${escapeHtml(subscription.metadata.memberId ?? 'unknown')}</p></div>
<div><p>${renderTime(subscription.start_date)}</p><p class="muted">${escapeHtml(subscription.id)}</p></div></header>
<dl><dt>Period</dt><dd>${renderTime(start)} to ${renderTime(end)}</dd>
${ended === null ? '' : `<dt>Ended</dt><dd>${renderTime(ended)}</dd>\n`}<dt>Card</dt><dd>${cardText}${canPay ? '' : ', declines'}</dd>
<dt>Latest invoice</dt><dd>${invoiceText(invoice)}</dd></dl>
${actions(shown)}
</article>`;
}

/** The part of the dashboard that shows subscriptions. */
export function subscriptionsHtml(subscriptions: DashboardSubscription[]): string {
  const list =
    subscriptions.length === 0
      ? '<p class="card">Nobody has subscribed yet. Start a membership, and it appears here.</p>'
      : subscriptions.map(subscriptionHtml).join('\n');
  return `<h2 id="subscriptions">Subscriptions</h2>
<p class="muted">They renew by the studio clock.</p>
${list}`;
}
