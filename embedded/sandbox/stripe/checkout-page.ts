import type { FastifyInstance, FastifyReply } from 'fastify';
import { formatPounds } from '#domain/money.ts';
import { escapeHtml } from '#infra/mail/escape-html.ts';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { ApiOptions } from './api.ts';
import { noSuch } from './api-error.ts';
import type { ApiCall } from './api-route.ts';
import { readCardForm, renderCardForm } from './card-form-html.ts';
import { lockFirstInvoice, payCheckout } from './checkout-payment.ts';
import { type Outcome, registerCardPage, sendCardPage, toOutcome } from './hosted-page.ts';
import { lockPayment } from './invoice-creation.ts';
import { formatRecurrence } from './subscription-object.ts';

type Session = Stripe.Checkout.Session;

interface CheckoutPage {
  session: Session;
  item: Stripe.LineItem | null;
  /** Why the latest attempt failed. */
  problem: string | null;
}

async function lockSession(call: ApiCall): Promise<Session> {
  const session = await call.store.lock('checkout.session', call.id);
  if (session === null) throw noSuch('checkout.session', call.id);
  return session;
}

async function readCheckoutPage(call: ApiCall): Promise<CheckoutPage> {
  const session = await lockSession(call);
  const { lineItems = [] } = await call.store.readHidden(session.id);
  const invoice = await lockFirstInvoice(call, session);
  const intent = invoice === null ? null : (await lockPayment(call, invoice)).intent;
  return { session, item: lineItems[0] ?? null, problem: intent?.last_payment_error?.message ?? null };
}

function createSuccessUrl(session: Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function renderLink(url: string | null, text: string): string {
  return url === null ? '' : `<p><a href="${escapeHtml(url)}">${text}</a></p>`;
}

function formatPrice(session: Session): string {
  return formatPounds(session.amount_total ?? 0);
}

/** 'every month', 'every 4 weeks' */
const formatEvery = (word: 'every' | 'per', item: CheckoutPage['item']): string =>
  `${word} ${item?.price ? formatRecurrence(item.price) : 'month'}`;

function renderOpenSession({ session, item, problem }: CheckoutPage): string {
  return `<p class="muted">Sandbox: no real card is charged</p>
<h1>Subscribe to ${escapeHtml(item?.description ?? 'a subscription')}</h1>
<p class="price figures">${formatPrice(session)} ${formatEvery('per', item)}</p>
${renderCardForm({ action: `/sandbox/stripe/checkout/${session.id}`, button: `Subscribe for ${formatPrice(session)}`, problem })}
<p class="muted">You are charged ${formatPrice(session)} now and ${formatEvery('every', item)} until you cancel.</p>
${renderLink(session.cancel_url, 'Cancel and go back')}`;
}

function sendSession(reply: FastifyReply, status: number, page: CheckoutPage): FastifyReply {
  const { session } = page;
  if (session.status === 'complete') {
    const body = `<h1>Paid already</h1><p>This subscription is paid. There is nothing more to do here.</p>${renderLink(createSuccessUrl(session), 'Continue')}`;
    return sendCardPage(reply, status, 'Paid already', body);
  }
  if (session.status === 'expired') {
    const body = `<h1>This page has expired</h1><p>Nothing was charged. Go back and start again.</p>${renderLink(session.cancel_url, 'Go back')}`;
    return sendCardPage(reply, 410, 'Expired', body);
  }
  return sendCardPage(reply, status, 'Subscribe', renderOpenSession(page));
}

async function pay(call: ApiCall, body: unknown): Promise<Outcome> {
  const session = await lockSession(call);
  // Another tab or a second click has paid it.
  if (session.status === 'complete') return { goTo: createSuccessUrl(session) };
  // The page shows that the session has expired.
  if (session.status !== 'open') return { goTo: `/sandbox/stripe/checkout/${session.id}` };
  return toOutcome(await payCheckout(call, session, readCardForm(body)), createSuccessUrl(session));
}

/** Stands in for Stripe's Checkout page at `session.url`: a card form that works without script. */
export function registerCheckoutPage(app: FastifyInstance, options: ApiOptions): void {
  registerCardPage(app, options, {
    path: 'checkout',
    missing: 'This payment page is not known.',
    read: readCheckoutPage,
    pay,
    send: sendSession,
    getReturnUrl: ({ session }) => (session.status === 'complete' ? createSuccessUrl(session) : null),
  });
}
