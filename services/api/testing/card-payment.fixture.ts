import { z } from 'zod';
import type { StudioClient } from '../../../infra/testing/studio-client.ts';

const intent = z.object({ clientSecret: z.string() });

/** A card payment as the browser makes it, step by step. */
export interface CardPayment {
  readonly id: string;
  readonly clientSecret: string;
}

export async function startCardPayment(client: StudioClient, passId: number): Promise<CardPayment> {
  const { clientSecret } = await client.expect(intent, 'POST', '/api/create-payment-intent', { passId });
  return { clientSecret, id: clientSecret.slice(0, clientSecret.indexOf('_secret_')) };
}

/** Confirms it with a test card of the sandbox; what Stripe answers. */
export async function payByCard(
  base: string,
  { id, clientSecret }: CardPayment,
  number = '4242424242424242',
): Promise<number> {
  const response = await fetch(`${base}/sandbox/stripe/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer pk_test_sandbox',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  return response.status;
}
