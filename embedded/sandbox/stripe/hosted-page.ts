import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { sendPage } from '../page.ts';
import { acceptPlainForms } from '../plain-forms.ts';
import type { ApiOptions } from './api.ts';
import { StripeApiError } from './api-error.ts';
import type { ApiCall } from './api-route.ts';
import { CARD_FORM_STYLE } from './card-form-html.ts';
import { newId } from './ids.ts';
import { createPageUrl } from './page-urls.ts';
import { type CallDetails, runCallInTransaction } from './transaction.ts';

const Params = z.object({ id: z.string() });

/** Makes the details of a call by a page, with the rights of that key. */
export function createPageCallDetails(request: FastifyRequest, key: CallDetails['key']): CallDetails {
  return {
    key,
    id: Params.parse(request.params).id,
    input: {},
    upload: null,
    pageUrl: createPageUrl(request),
    requestId: newId('req'),
    idempotency: null,
  };
}

export function sendCardPage(reply: FastifyReply, status: number, title: string, body: string): FastifyReply {
  return sendPage(reply, status, {
    title,
    body: `<section class="card">\n${body}\n</section>`,
    style: CARD_FORM_STYLE,
  });
}

/** Prepares an instance for pages with a card form: a parser for plain forms, and error pages. */
function prepareHostedPages(app: FastifyInstance, options: ApiOptions, missing: string): void {
  acceptPlainForms(app);
  app.setErrorHandler((error, _request, reply) => {
    const expected = error instanceof StripeApiError || error instanceof z.ZodError;
    if (!expected) options.logger.error({ err: error }, 'sandbox payment page failed');
    return expected
      ? sendCardPage(reply, 404, 'Not found', `<h1>Nothing to pay here</h1><p>${missing}</p>`)
      : sendCardPage(
          reply,
          500,
          'That did not work',
          '<h1>That did not work</h1><p>Go back and try again.</p>',
        );
  });
}

/** The outcome of an attempt: where to redirect the payer, or Stripe's error message. */
export type Outcome = { goTo: string } | { problem: string };

export function toOutcome(intent: Stripe.PaymentIntent, paidUrl: string): Outcome {
  if (intent.status === 'succeeded') return { goTo: paidUrl };
  const challenge = intent.next_action?.redirect_to_url?.url;
  if (intent.status === 'requires_action' && typeof challenge === 'string') return { goTo: challenge };
  return { problem: intent.last_payment_error?.message ?? 'Your card was declined.' };
}

/** Turns an invalid card's error, which rolls the attempt back, into a message for the page. */
async function catchCardProblem(attempt: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof StripeApiError && error.status === 402) return { problem: error.message };
    throw error;
  }
}

interface CardPage<Page> {
  /** Its first segment, such as 'checkout'. */
  readonly path: string;
  /** Shown for an id that is not known. */
  readonly missing: string;
  readonly read: (call: ApiCall) => Promise<Page>;
  readonly pay: (call: ApiCall, body: unknown) => Promise<Outcome>;
  readonly send: (reply: FastifyReply, status: number, page: Page) => FastifyReply;
  /** Where to redirect a payer whom the bank's challenge has sent back to a paid page; null shows it. */
  readonly getReturnUrl: (page: Page) => string | null;
}

/** Serves a page with a card form. A payer's request has the rights of the publishable key. */
export function registerCardPage<Page extends { readonly problem: string | null }>(
  app: FastifyInstance,
  options: ApiOptions,
  { path, missing, read, pay, send, getReturnUrl }: CardPage<Page>,
): void {
  prepareHostedPages(app, options, missing);
  const run = <Result>(request: FastifyRequest, task: (call: ApiCall) => Promise<Result>) =>
    runCallInTransaction(options, createPageCallDetails(request, 'publishable'), task);

  app.get(`/${path}/:id`, async (request, reply): Promise<FastifyReply> => {
    const page = await run(request, read);
    // The bank's challenge redirects here and adds its outcome.
    const redirectStatus = new URL(request.url, 'http://localhost').searchParams.get('redirect_status');
    const returnUrl = redirectStatus === null ? null : getReturnUrl(page);
    if (returnUrl !== null) return reply.redirect(returnUrl, 303);
    return send(reply, 200, redirectStatus === 'failed' ? page : { ...page, problem: null });
  });

  app.post(`/${path}/:id`, async (request, reply): Promise<FastifyReply> => {
    const outcome = await catchCardProblem(() => run(request, (call) => pay(call, request.body)));
    options.onChange();
    if ('goTo' in outcome) return reply.redirect(outcome.goTo, 303);
    return send(reply, 402, { ...(await run(request, read)), problem: outcome.problem });
  });
}
