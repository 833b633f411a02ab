import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatPounds } from '#domain/money.ts';
import { escapeHtml } from '#infra/mail/escape-html.ts';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { ApiOptions } from './api.ts';
import { noSuch } from './api-error.ts';
import type { ApiCall } from './api-route.ts';
import { cardForm, readCardForm } from './card-form-html.ts';
import { payInvoice } from './collecting.ts';
import {
  cardProblemAsOutcome,
  hostedPages,
  type Outcome,
  outcomeOf,
  payerFacts,
  sendCardPage,
} from './hosted-page.ts';
import { isPayable } from './invoice-object.ts';
import { paymentOf } from './invoicing.ts';
import { createPaymentMethod } from './payment-method-object.ts';
import { inTransaction } from './transaction.ts';

interface Shown {
  invoice: Stripe.Invoice;
  /** Why the latest attempt failed. */
  problem: string | null;
}

async function lockedInvoice(call: ApiCall): Promise<Stripe.Invoice> {
  const invoice = await call.store.lock('invoice', call.id);
  if (invoice === null || invoice.status === 'draft') throw noSuch('invoice', call.id);
  return invoice;
}

async function show(call: ApiCall): Promise<Shown> {
  const invoice = await lockedInvoice(call);
  const { intent } = await paymentOf(call, invoice);
  return { invoice, problem: intent.last_payment_error?.message ?? null };
}

async function pay(call: ApiCall, body: unknown): Promise<Outcome> {
  const invoice = await lockedInvoice(call);
  const here = `/sandbox/stripe/invoices/${invoice.id}`;
  // The other of two tabs, or the button pressed twice: it was paid once.
  if (!isPayable(invoice)) return { goTo: here };
  const method = await createPaymentMethod(call, { type: 'card', card: readCardForm(body) });
  const returnUrl = call.pageUrl(`invoices/${invoice.id}`);
  const intent = await payInvoice(call, invoice, { method, returnUrl, keep: true, byItself: false });
  return outcomeOf(intent, here);
}

function bodyOf({ invoice, problem }: Shown): string {
  const amount = formatPounds(invoice.amount_due);
  const [line] = invoice.lines.data;
  const what = `<p class="muted">Invoice ${escapeHtml(invoice.number ?? '')}</p>
<h1>${amount}</h1>
<p>${escapeHtml(line?.description ?? '')}</p>`;
  if (invoice.status === 'paid')
    return `${what}\n<p><strong>Paid.</strong> Thank you, you can close this page.</p>`;
  if (!isPayable(invoice)) return `${what}\n<p>This invoice was cancelled. There is nothing to pay.</p>`;
  return `${what}
${cardForm({ action: `/sandbox/stripe/invoices/${invoice.id}`, button: `Pay ${amount}`, problem })}
<p class="muted">Later months are charged to this card, too. Sandbox: no real card is charged.</p>`;
}

/** Stands in for Stripe's page of an invoice, where `hosted_invoice_url` leads: a member pays it there with another card. */
export function invoicePage(app: FastifyInstance, options: ApiOptions): void {
  hostedPages(app, options, 'This invoice is not known.');

  const shown = (request: FastifyRequest): Promise<Shown> =>
    inTransaction(options, payerFacts(request), show);
  const send = (reply: FastifyReply, status: number, page: Shown) =>
    sendCardPage(reply, status, 'Invoice', bodyOf(page));

  app.get('/invoices/:id', async (request, reply): Promise<FastifyReply> => {
    const page = await shown(request);
    const back = new URL(request.url, 'http://localhost').searchParams.get('redirect_status');
    return send(reply, 200, back === 'failed' ? page : { ...page, problem: null });
  });

  app.post('/invoices/:id', async (request, reply): Promise<FastifyReply> => {
    const outcome = await cardProblemAsOutcome(() =>
      inTransaction(options, payerFacts(request), (call) => pay(call, request.body)),
    );
    options.onChange();
    if ('goTo' in outcome) return reply.redirect(outcome.goTo, 303);
    return send(reply, 402, { ...(await shown(request)), problem: outcome.problem });
  });
}
