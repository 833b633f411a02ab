import type { PaymentIntent, Stripe } from '@stripe/stripe-js';
import { delay } from '#web/lib/delay.ts';

const delaysMs = [0, 500, 1500];

/** Reads the payment from Stripe, in three attempts; null when Stripe does not answer. */
export const readIntent = async (stripe: Stripe, clientSecret: string): Promise<PaymentIntent | null> => {
  for (const delayMs of delaysMs) {
    await delay(delayMs);
    try {
      const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
      if (paymentIntent) return paymentIntent;
    } catch (cause) {
      console.warn('Could not read the payment', String(cause));
    }
  }
  return null;
};

/** Whether the payment needs no further action by the payer, so that the pass can be granted. */
export const isPaid = ({ status }: PaymentIntent): boolean =>
  status === 'succeeded' || status === 'requires_capture';
