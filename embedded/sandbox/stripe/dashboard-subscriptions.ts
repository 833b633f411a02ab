import { z } from 'zod';
import { formatLondon } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import { escapeHtml } from '#infra/mail/escape-html.ts';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { noSuch } from './api-error.ts';
import type { ApiCall } from './api-route.ts';
import { testCard } from './cards.ts';
import { attachCard } from './customer-cards.ts';
import { cancelNow, updateSubscription } from './subscription-changes.ts';
import { idOf, isRunning, itemOf } from './subscription-object.ts';

/** One subscription as the dashboard shows it. */
export interface ShownSubscription {
  subscription: Stripe.Subscription;
  card: Stripe.PaymentMethod | null;
  /** Whether the card will pay the next invoice. */
  pays: boolean;
  invoice: Stripe.Invoice | null;
}

export const SubscriptionAction = z.object({
  action: z.enum(['cancel', 'cancel_at_period_end', 'undo', 'fail', 'work']),
});
type Action = z.infer<typeof SubscriptionAction>['action'];

const ON_PAGE = 50;

async function show(call: ApiCall, subscription: Stripe.Subscription): Promise<ShownSubscription> {
  const cardId = idOf(subscription.default_payment_method);
  const card = cardId === null ? null : await call.store.read('payment_method', cardId);
  const { testCard: number } = await call.store.readHidden(card?.id ?? '');
  const invoice = await call.store.read('invoice', idOf(subscription.latest_invoice) ?? '');
  return { subscription, card, pays: card !== null && testCard(number).decline === null, invoice };
}

/** The latest subscriptions, newest first, without those of which nothing was ever paid. */
export async function latestSubscriptions(call: ApiCall): Promise<ShownSubscription[]> {
  const statuses = ['active', 'past_due', 'canceled'].map((status) => ({ status }));
  const { data } = await call.store.list('subscription', { anyOf: statuses, limit: ON_PAGE });
  const shown: ShownSubscription[] = [];
  for (const subscription of data) shown.push(await show(call, subscription));
  return shown;
}

async function swapCard(call: ApiCall, before: Stripe.Subscription, readyMade: string): Promise<void> {
  const { id } = await attachCard(call, readyMade, idOf(before.customer) ?? '');
  await updateSubscription(call, before, { default_payment_method: id });
}

/** What the studio does to a subscription, or a bank to its card. @throws StripeApiError */
export async function changeFromDashboard(call: ApiCall, action: Action): Promise<void> {
  const subscription = await call.store.lock('subscription', call.id);
  if (subscription === null) throw noSuch('subscription', call.id);
  switch (action) {
    case 'cancel':
      await cancelNow(call, subscription);
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

function day(seconds: number): string {
  const instant = new Date(seconds * 1000);
  const text = formatLondon(instant, 'd MMM yyyy, HH:mm');
  return `<time datetime="${instant.toISOString()}">${text}</time>`;
}

function statusText({ status, cancel_at_period_end: cancelling }: Stripe.Subscription): string {
  const text = status.replaceAll('_', ' ');
  return escapeHtml(isRunning({ status }) && cancelling ? `${text}, cancelling` : text);
}

function invoiceText(invoice: Stripe.Invoice | null): string {
  if (invoice === null) return 'none';
  const url = invoice.hosted_invoice_url;
  const number = escapeHtml(invoice.number ?? invoice.id);
  const name = typeof url === 'string' ? `<a href="${escapeHtml(url)}">${number}</a>` : number;
  const next = invoice.status === 'open' ? invoice.next_payment_attempt : null;
  const again = next === null ? '' : `, tried again ${day(next)}`;
  return `${name}: ${escapeHtml(invoice.status ?? '')}${again}`;
}

function actions({ subscription, pays }: ShownSubscription): string {
  if (!isRunning(subscription)) return '';
  const button = (action: Action, text: string) =>
    `<button class="plain" name="action" value="${action}">${text}</button>`;
  const buttons = [
    button('cancel', 'Cancel now'),
    subscription.cancel_at_period_end
      ? button('undo', 'Undo the cancellation')
      : button('cancel_at_period_end', 'Cancel at period end'),
    pays ? button('fail', 'Next payments fail') : button('work', 'Payments work again'),
  ];
  const path = `/sandbox/stripe/dashboard/subscriptions/${escapeHtml(subscription.id)}`;
  return `<div class="actions"><form method="post" action="${path}">${buttons.join('\n')}</form></div>`;
}

function subscriptionHtml(shown: ShownSubscription): string {
  const { subscription, card, pays, invoice } = shown;
  const { current_period_start: start, current_period_end: end, price } = itemOf(subscription);
  const ended = subscription.ended_at;
  const amount = formatPounds(price.unit_amount ?? 0);
  const cardText = card?.card === undefined ? 'none' : `•••• ${escapeHtml(card.card.last4)}`;
  return `<article class="card payment" id="${escapeHtml(subscription.id)}">
<header><div><h3><span class="figures">${amount}</span> a month · ${statusText(subscription)}</h3><p>Member ${escapeHtml(subscription.metadata.memberId ?? 'unknown')}</p></div>
<div><p>${day(subscription.start_date)}</p><p class="muted">${escapeHtml(subscription.id)}</p></div></header>
<dl><dt>Period</dt><dd>${day(start)} to ${day(end)}</dd>
${ended === null ? '' : `<dt>Ended</dt><dd>${day(ended)}</dd>\n`}<dt>Card</dt><dd>${cardText}${pays ? '' : ', declines'}</dd>
<dt>Latest invoice</dt><dd>${invoiceText(invoice)}</dd></dl>
${actions(shown)}
</article>`;
}

/** The part of the dashboard that shows subscriptions. */
export function subscriptionsHtml(subscriptions: ShownSubscription[]): string {
  const list =
    subscriptions.length === 0
      ? '<p class="card">Nobody has subscribed yet. Start a membership, and it appears here.</p>'
      : subscriptions.map(subscriptionHtml).join('\n');
  return `<h2 id="subscriptions">Subscriptions</h2>
<p class="muted">They renew by the studio clock.</p>
${list}`;
}
