import { z } from 'zod';
import type { StudioEvent } from '#domain/registry.ts';
import type { Runtime } from '#infra/runtime/connect.ts';

const refusal = z.object({ error: z.object({ code: z.string() }) });

/** Confirms a payment with the test card, as the browser's card form does; does nothing when it is paid. */
export async function payInSandbox(
  { backends, config }: Pick<Runtime<StudioEvent>, 'backends' | 'config'>,
  paymentIntentId: string,
  clientSecret: string,
): Promise<void> {
  if (backends.sandboxUrl === null) throw new Error('A demo studio needs the sandbox');
  const answer = await fetch(
    `${backends.sandboxUrl}/sandbox/stripe/v1/payment_intents/${paymentIntentId}/confirm`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${config.stripe.publishableKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
    },
  );
  if (answer.ok) return;
  const { error } = refusal.parse(await answer.json());
  // An interrupted seeding has paid it before it could record the payment.
  if (error.code === 'payment_intent_unexpected_state') return;
  throw new Error(`The sandbox refused a demo payment: ${error.code}`);
}

/** Pays a subscription on its payment page; does nothing when it is paid. */
export async function subscribeInSandbox(
  { backends }: Pick<Runtime<StudioEvent>, 'backends'>,
  pageUrl: string,
): Promise<void> {
  if (backends.sandboxUrl === null) throw new Error('A demo studio needs the sandbox');
  const answer = await fetch(new URL(new URL(pageUrl).pathname, backends.sandboxUrl), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ cardNumber: '4242424242424242', cardExpiry: '12 / 40', cardCvc: '123' }),
  });
  if (answer.status !== 303) throw new Error(`The sandbox refused a demo subscription: ${answer.status}`);
}
