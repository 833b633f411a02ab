import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { formatPounds } from '#domain/money.ts';
import { escapeHtml } from '#infra/mail/escape-html.ts';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { sendPage } from '../page.ts';
import { acceptPlainForms } from '../plain-forms.ts';
import type { ApiOptions } from './api.ts';
import { noSuch, StripeApiError } from './api-error.ts';
import type { ApiCall } from './api-route.ts';
import { createPageCallDetails } from './hosted-page.ts';
import { completeChallenge } from './payment-intent-transitions.ts';
import { applyAttempt } from './payment-outcome.ts';
import { runCallInTransaction } from './transaction.ts';

const Secret = z.object({ client_secret: z.string() });
const Decision = Secret.extend({ action: z.enum(['authorise', 'fail']) });

async function lockIntent(call: ApiCall, secret: string): Promise<Stripe.PaymentIntent> {
  const intent = await call.store.lock('payment_intent', call.id);
  if (intent?.client_secret !== secret) throw noSuch('payment_intent', call.id);
  return intent;
}

function renderChallenge(intent: Stripe.PaymentIntent, secret: string): string {
  const amount = formatPounds(intent.amount);
  return `<section class="card">
<p class="muted">3-D Secure, as your bank would show it</p>
<h1>Is this you?</h1>
<p>A payment of <strong class="figures">${amount}</strong> asks for your approval. This is the sandbox: no bank is asked and no money moves.</p>
<form method="post" action="/sandbox/stripe/authenticate/${escapeHtml(intent.id)}">
<input type="hidden" name="client_secret" value="${escapeHtml(secret)}">
<p class="choices"><button class="primary" name="action" value="authorise">Authorise</button>
<button class="plain" name="action" value="fail">Fail</button></p>
</form>
</section>`;
}

const STYLE =
  '.choices { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0; } main { max-width: 32rem; }';

/** Returns the payer's next page: the confirmation's `return_url`, or the one that Stripe.js waits for in its dialog. */
function createReturnUrl(before: Stripe.PaymentIntent, secret: string, passed: boolean): string {
  const returnUrl = before.next_action?.redirect_to_url?.return_url;
  if (typeof returnUrl !== 'string') return `/sandbox/stripe/authenticate/${before.id}/done`;
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', before.id);
  url.searchParams.set('payment_intent_client_secret', secret);
  url.searchParams.set('redirect_status', passed ? 'succeeded' : 'failed');
  return url.href;
}

/** The bank's challenge: a page with two buttons that works without script, as a page or in a dialog. */
export function registerAuthenticatePage(app: FastifyInstance, options: ApiOptions): void {
  acceptPlainForms(app);

  app.setErrorHandler((error, _request, reply) => {
    const expected = error instanceof StripeApiError || error instanceof z.ZodError;
    if (!expected) options.logger.error({ err: error }, 'sandbox 3-D Secure page failed');
    const body =
      '<section class="card"><h1>Nothing to approve</h1><p>This payment is not waiting for an approval. You can close this page.</p></section>';
    return sendPage(reply, expected ? 404 : 500, { title: 'Nothing to approve', body, style: STYLE });
  });

  app.get('/authenticate/:id', async (request, reply): Promise<FastifyReply> => {
    const { client_secret: secret } = Secret.parse(request.query);
    const body = await runCallInTransaction(
      options,
      createPageCallDetails(request, 'secret'),
      async (call) => {
        const intent = await lockIntent(call, secret);
        if (intent.status !== 'requires_action') throw noSuch('payment_intent', call.id);
        return renderChallenge(intent, secret);
      },
    );
    return sendPage(reply, 200, {
      title: 'Approve the payment',
      body,
      style: STYLE,
    });
  });

  app.post('/authenticate/:id', async (request, reply): Promise<FastifyReply> => {
    const { client_secret: secret, action } = Decision.parse(request.body);
    const location = await runCallInTransaction(
      options,
      createPageCallDetails(request, 'secret'),
      async (call) => {
        const intent = await lockIntent(call, secret);
        const { status } = await completeChallenge(call, intent, action === 'authorise');
        await applyAttempt(call, intent.id);
        return createReturnUrl(intent, secret, status === 200);
      },
    );
    options.onChange();
    return reply.redirect(location, 303);
  });

  app.get('/authenticate/:id/done', async (_request, reply) =>
    sendPage(reply, 200, {
      title: 'Thank you',
      body: '<section class="card"><h1>Thank you</h1><p>You can go back to the payment.</p></section>',
      style: STYLE,
    }),
  );
}
