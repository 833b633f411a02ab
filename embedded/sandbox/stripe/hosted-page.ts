import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { sendPage } from '../page.ts';
import type { ApiOptions } from './api.ts';
import { StripeApiError } from './api-error.ts';
import { CARD_FORM_STYLE } from './card-form-html.ts';
import { newId } from './ids.ts';
import { createPageUrl } from './page-urls.ts';
import type { CallDetails } from './transaction.ts';

const Params = z.object({ id: z.string() });

/** Makes call details of a payer's request, which has the rights of the publishable key. */
export function getPayerCallDetails(request: FastifyRequest): CallDetails {
  return {
    key: 'publishable',
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
export function prepareHostedPages(app: FastifyInstance, options: ApiOptions, missing: string): void {
  const form = 'application/x-www-form-urlencoded';
  app.removeContentTypeParser(form);
  app.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
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
export async function catchCardProblem(attempt: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof StripeApiError && error.status === 402) return { problem: error.message };
    throw error;
  }
}
