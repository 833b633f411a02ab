import { z } from 'zod';
import type { StudioEvent } from '#domain/registry.ts';
import type { Runtime } from '#infra/runtime/connect.ts';

const refusal = z.object({ error: z.object({ code: z.string() }) });

/** Each member's test card has an expiry date of its own, but two share one, as a couple may. */
function createCard(member: number): Record<string, string> {
  const owner = member === 8 ? 7 : member;
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': String(1 + (owner % 12)),
    'payment_method_data[card][exp_year]': String(2040 + Math.floor(owner / 12)),
    'payment_method_data[card][cvc]': '123',
  };
}

/** Confirms a payment with the member's test card, as the browser's card form does; does nothing when it is paid. */
export async function payInSandbox(
  { backends, config }: Pick<Runtime<StudioEvent>, 'backends' | 'config'>,
  {
    member,
    paymentIntentId,
    clientSecret,
  }: { member: number; paymentIntentId: string; clientSecret: string },
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
      body: new URLSearchParams({ client_secret: clientSecret, ...createCard(member) }),
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
