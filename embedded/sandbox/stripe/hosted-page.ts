import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { sendPage } from '../page.ts';
import type { ApiOptions } from './api.ts';
import { StripeApiError } from './api-error.ts';
import { CARD_FORM_STYLE } from './card-form-html.ts';
import { newId } from './ids.ts';
import { pageUrls } from './page-urls.ts';
import type { CallFacts } from './transaction.ts';

const Params = z.object({ id: z.string() });

/** What a payer's request is, inside: a browser's, without a key of its own. */
export function payerFacts(request: FastifyRequest): CallFacts {
  return {
    key: 'publishable',
    id: Params.parse(request.params).id,
    input: {},
    pageUrl: pageUrls(request),
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

/** Readies an instance for pages with a card's form: plain forms in, and a page for whatever is not there. */
export function hostedPages(app: FastifyInstance, options: ApiOptions, missing: string): void {
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

/** What became of an attempt: where the payer goes next, or what is wrong, in Stripe's words. */
export type Outcome = { goTo: string } | { problem: string };

export function outcomeOf(intent: Stripe.PaymentIntent, paidUrl: string): Outcome {
  if (intent.status === 'succeeded') return { goTo: paidUrl };
  const challenge = intent.next_action?.redirect_to_url?.url;
  if (intent.status === 'requires_action' && typeof challenge === 'string') return { goTo: challenge };
  return { problem: intent.last_payment_error?.message ?? 'Your card was declined.' };
}

/** A card that can't be one undoes the attempt, but not the page. */
export async function cardProblemAsOutcome(attempt: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof StripeApiError && error.status === 402) return { problem: error.message };
    throw error;
  }
}
