import { z } from 'zod';
import type { StudioClient } from '#tools/testing/studio-client.ts';

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
