import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { sendPage } from '../page.ts';
import { acceptPlainForms } from '../plain-forms.ts';
import { isSameOrigin } from '../same-origin.ts';
import type { ApiOptions } from './api.ts';
import { invalidRequest, noSuch, StripeApiError } from './api-error.ts';
import type { ApiCall } from './api-route.ts';
import { DASHBOARD, DASHBOARD_STYLE, dashboardHtml, type Payment } from './dashboard-page.ts';
import {
  changeFromDashboard,
  latestSubscriptions,
  SubscriptionAction,
  subscriptionsHtml,
} from './dashboard-subscriptions.ts';
import { endDispute, openDispute } from './dispute-transitions.ts';
import { newId } from './ids.ts';
import { createPageUrl } from './page-urls.ts';
import type { FormFields } from './parse-form.ts';
import { createRefund } from './refunds.ts';
import { runCallInTransaction } from './transaction.ts';

const Params = z.object({ id: z.string() });
const Refund = z.object({
  amount: z
    .string()
    .trim()
    .regex(/^\d{1,6}(\.\d{1,2})?$/)
    .optional(),
});
const Open = z.object({ kind: z.enum(['fraudulent', 'product_not_received', 'inquiry']) });
const End = z.object({ outcome: z.enum(['won', 'lost']) });

const PAGE_SIZE = 50;

function toPence(text: string): string {
  const [whole = '', part = ''] = text.split('.');
  return String(Number(whole) * 100 + Number(part.padEnd(2, '0')));
}

async function readPayment(call: ApiCall, intent: Stripe.PaymentIntent): Promise<Payment> {
  const id = intent.latest_charge;
  const charge = typeof id === 'string' ? await call.store.read('charge', id) : null;
  if (charge === null) return { intent, charge, refunds: [], disputes: [] };
  const query = { filter: { charge: charge.id }, limit: 100 };
  const refunds = await call.store.list('refund', query);
  const disputes = charge.disputed ? (await call.store.list('dispute', query)).data : [];
  return { intent, charge, refunds: refunds.data, disputes };
}

async function latestPayments(call: ApiCall): Promise<Payment[]> {
  const { data } = await call.store.list('payment_intent', { limit: PAGE_SIZE });
  const payments: Payment[] = [];
  for (const intent of data) payments.push(await readPayment(call, intent));
  return payments;
}

async function disputePayment(call: ApiCall, kind: z.infer<typeof Open>['kind']): Promise<void> {
  const intent = await call.store.lock('payment_intent', call.id);
  if (intent === null) throw noSuch('payment_intent', call.id);
  const id = intent.latest_charge;
  const charge = typeof id === 'string' ? await call.store.lock('charge', id) : null;
  if (charge === null) throw invalidRequest(`Nothing was paid on ${intent.id}.`);
  await openDispute(call, charge, kind);
}

async function decideDispute(call: ApiCall, outcome: z.infer<typeof End>['outcome']): Promise<void> {
  const found = await call.store.lock('dispute', call.id);
  if (found === null) throw noSuch('dispute', call.id);
  await endDispute(call, found, outcome);
}

/** Stands in for Stripe's dashboard, without script: the latest payments and subscriptions, with a form for each action. */
export function registerDashboard(app: FastifyInstance, options: ApiOptions, nav: string): void {
  acceptPlainForms(app);

  const createCallDetails = (request: FastifyRequest, input: FormFields = {}) => ({
    key: 'secret' as const,
    id: Params.safeParse(request.params).data?.id ?? '',
    input,
    upload: null,
    pageUrl: createPageUrl(request),
    requestId: newId('req'),
    idempotency: null,
  });

  async function sendDashboard(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    problem: string | null,
  ) {
    const body = await runCallInTransaction(options, createCallDetails(request), async (call) => {
      const payments = dashboardHtml(await latestPayments(call), problem);
      return `${nav}${payments}\n${subscriptionsHtml(await latestSubscriptions(call))}`;
    });
    return sendPage(reply, status, { title: 'Payments · sandbox', body, style: DASHBOARD_STYLE });
  }

  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' || isSameOrigin(request)) return;
    const body = '<section class="card"><h1>Not from here</h1><p>Another site sent this form.</p></section>';
    return sendPage(reply, 403, { title: 'Not from here', body });
  });

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof StripeApiError) return sendDashboard(request, reply, error.status, error.message);
    if (error instanceof z.ZodError)
      return sendDashboard(request, reply, 400, 'Fill in the form as it asks, an amount such as 22.00.');
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status >= 500) options.logger.error({ err: error }, 'sandbox dashboard failed');
    const body = '<section class="card"><h1>That did not work</h1><p>Go back and try again.</p></section>';
    return sendPage(reply, status, { title: 'That did not work', body });
  });

  app.get('/', (request, reply) => sendDashboard(request, reply, 200, null));

  async function applyChange(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (call: ApiCall) => Promise<unknown>,
    input: FormFields = {},
  ): Promise<FastifyReply> {
    await runCallInTransaction(options, createCallDetails(request, input), work);
    options.onChange();
    return reply.redirect(DASHBOARD, 303);
  }

  app.post('/payments/:id/refund', async (request, reply) => {
    const { amount } = Refund.parse(request.body ?? {});
    const { id } = Params.parse(request.params);
    return applyChange(request, reply, createRefund, {
      payment_intent: id,
      ...(amount === undefined ? {} : { amount: toPence(amount) }),
    });
  });

  app.post('/payments/:id/dispute', async (request, reply) => {
    const { kind } = Open.parse(request.body);
    return applyChange(request, reply, (call) => disputePayment(call, kind));
  });

  app.post('/disputes/:id', async (request, reply) => {
    const { outcome } = End.parse(request.body);
    return applyChange(request, reply, (call) => decideDispute(call, outcome));
  });

  app.post('/subscriptions/:id', async (request, reply) => {
    const { action } = SubscriptionAction.parse(request.body);
    return applyChange(request, reply, (call) => changeFromDashboard(call, action));
  });
}
