import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatPounds } from '#domain/money.ts';
import { escapeHtml } from '#infra/mail/escape-html.ts';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { ApiOptions } from './api.ts';
import { noSuch } from './api-error.ts';
import type { ApiCall } from './api-route.ts';
import { cardForm, readCardForm } from './card-form-html.ts';
import { firstInvoice, payCheckout } from './checkout-paying.ts';
import {
  cardProblemAsOutcome,
  hostedPages,
  type Outcome,
  outcomeOf,
  payerFacts,
  sendCardPage,
} from './hosted-page.ts';
import { paymentOf } from './invoicing.ts';
import { inTransaction } from './transaction.ts';

type Session = Stripe.Checkout.Session;

interface Shown {
  session: Session;
  item: Stripe.LineItem | null;
  /** Why the latest attempt failed. */
  problem: string | null;
}

async function lockedSession(call: ApiCall): Promise<Session> {
  const session = await call.store.lock('checkout.session', call.id);
  if (session === null) throw noSuch('checkout.session', call.id);
  return session;
}

async function show(call: ApiCall): Promise<Shown> {
  const session = await lockedSession(call);
  const { lineItems = [] } = await call.store.readHidden(session.id);
  const invoice = await firstInvoice(call, session);
  const intent = invoice === null ? null : (await paymentOf(call, invoice)).intent;
  return { session, item: lineItems[0] ?? null, problem: intent?.last_payment_error?.message ?? null };
}

function successUrl(session: Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function link(url: string | null, text: string): string {
  return url === null ? '' : `<p><a href="${escapeHtml(url)}">${text}</a></p>`;
}

function price(session: Session): string {
  return formatPounds(session.amount_total ?? 0);
}

function openPage({ session, item, problem }: Shown): string {
  return `<p class="muted">Sandbox: no real card is charged</p>
<h1>Subscribe to ${escapeHtml(item?.description ?? 'a subscription')}</h1>
<p class="price figures">${price(session)} per month</p>
${cardForm({ action: `/sandbox/stripe/checkout/${session.id}`, button: `Subscribe for ${price(session)}`, problem })}
<p class="muted">You are charged ${price(session)} now and every month until you cancel.</p>
${link(session.cancel_url, 'Cancel and go back')}`;
}

function sendSession(reply: FastifyReply, status: number, shown: Shown): FastifyReply {
  const { session } = shown;
  if (session.status === 'complete') {
    const body = `<h1>Paid already</h1><p>This subscription is paid. There is nothing more to do here.</p>${link(successUrl(session), 'Continue')}`;
    return sendCardPage(reply, status, 'Paid already', body);
  }
  if (session.status === 'expired') {
    const body = `<h1>This page has expired</h1><p>Nothing was charged. Go back and start again.</p>${link(session.cancel_url, 'Go back')}`;
    return sendCardPage(reply, 410, 'Expired', body);
  }
  return sendCardPage(reply, status, 'Subscribe', openPage(shown));
}

async function pay(call: ApiCall, body: unknown): Promise<Outcome> {
  const session = await lockedSession(call);
  // The other of two tabs, or the button pressed twice: it was paid once.
  if (session.status === 'complete') return { goTo: successUrl(session) };
  // Shows what has become of it.
  if (session.status !== 'open') return { goTo: `/sandbox/stripe/checkout/${session.id}` };
  return outcomeOf(await payCheckout(call, session, readCardForm(body)), successUrl(session));
}

/** Stands in for Stripe's Checkout page, where `session.url` leads: a card's form that works without script. */
export function checkoutPage(app: FastifyInstance, options: ApiOptions): void {
  hostedPages(app, options, 'This payment page is not known.');

  const shown = (request: FastifyRequest): Promise<Shown> =>
    inTransaction(options, payerFacts(request), show);

  app.get('/checkout/:id', async (request, reply): Promise<FastifyReply> => {
    const page = await shown(request);
    // From the bank's challenge, which adds how it went.
    const back = new URL(request.url, 'http://localhost').searchParams.get('redirect_status');
    if (back !== null && page.session.status === 'complete')
      return reply.redirect(successUrl(page.session), 303);
    return sendSession(reply, 200, back === 'failed' ? page : { ...page, problem: null });
  });

  app.post('/checkout/:id', async (request, reply): Promise<FastifyReply> => {
    const outcome = await cardProblemAsOutcome(() =>
      inTransaction(options, payerFacts(request), (call) => pay(call, request.body)),
    );
    options.onChange();
    if ('goTo' in outcome) return reply.redirect(outcome.goTo, 303);
    return sendSession(reply, 402, { ...(await shown(request)), problem: outcome.problem });
  });
}
