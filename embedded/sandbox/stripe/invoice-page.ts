import type { FastifyInstance } from 'fastify';
import { formatPounds } from '#domain/money.ts';
import { escapeHtml } from '#infra/mail/escape-html.ts';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { ApiOptions } from './api.ts';
import { noSuch } from './api-error.ts';
import type { ApiCall } from './api-route.ts';
import { readCardForm, renderCardForm } from './card-form-html.ts';
import { type Outcome, registerCardPage, sendCardPage, toOutcome } from './hosted-page.ts';
import { payInvoice } from './invoice-collection.ts';
import { lockPayment } from './invoice-creation.ts';
import { isPayable } from './invoice-object.ts';
import { createPaymentMethod } from './payment-method-object.ts';

interface InvoicePage {
  invoice: Stripe.Invoice;
  /** Why the latest attempt failed. */
  problem: string | null;
}

async function lockInvoice(call: ApiCall): Promise<Stripe.Invoice> {
  const invoice = await call.store.lock('invoice', call.id);
  if (invoice === null || invoice.status === 'draft') throw noSuch('invoice', call.id);
  return invoice;
}

async function readInvoicePage(call: ApiCall): Promise<InvoicePage> {
  const invoice = await lockInvoice(call);
  const { intent } = await lockPayment(call, invoice);
  return { invoice, problem: intent.last_payment_error?.message ?? null };
}

async function pay(call: ApiCall, body: unknown): Promise<Outcome> {
  const invoice = await lockInvoice(call);
  const invoiceUrl = `/sandbox/stripe/invoices/${invoice.id}`;
  // Another tab or a second click has paid it.
  if (!isPayable(invoice)) return { goTo: invoiceUrl };
  const method = await createPaymentMethod(call, { type: 'card', card: readCardForm(body) });
  const returnUrl = call.pageUrl(`invoices/${invoice.id}`);
  const intent = await payInvoice(call, invoice, { method, returnUrl, saveCard: true, isAutomatic: false });
  return toOutcome(intent, invoiceUrl);
}

function renderInvoice({ invoice, problem }: InvoicePage): string {
  const amount = formatPounds(invoice.amount_due);
  const [line] = invoice.lines.data;
  const heading = `<p class="muted">Invoice ${escapeHtml(invoice.number ?? '')}</p>
<h1>${amount}</h1>
<p>${escapeHtml(line?.description ?? '')}</p>`;
  if (invoice.status === 'paid')
    return `${heading}\n<p><strong>Paid.</strong> Thank you, you can close this page.</p>`;
  if (!isPayable(invoice)) return `${heading}\n<p>This invoice was cancelled. There is nothing to pay.</p>`;
  return `${heading}
${renderCardForm({ action: `/sandbox/stripe/invoices/${invoice.id}`, button: `Pay ${amount}`, problem })}
<p class="muted">Later periods are charged to this card, too. Sandbox: no real card is charged.</p>`;
}

/** Stands in for Stripe's invoice page at `hosted_invoice_url`, where a member pays with another card. */
export function registerInvoicePage(app: FastifyInstance, options: ApiOptions): void {
  registerCardPage(app, options, {
    path: 'invoices',
    missing: 'This invoice is not known.',
    read: readInvoicePage,
    pay,
    send: (reply, status, page) => sendCardPage(reply, status, 'Invoice', renderInvoice(page)),
    getReturnUrl: () => null,
  });
}
