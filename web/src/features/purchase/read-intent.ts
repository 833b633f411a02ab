import type { PaymentIntent, Stripe } from '@stripe/stripe-js';
import { delay } from '../../lib/delay.ts';

const pauses = [0, 500, 1500];

/** The payment as Stripe has it now, asked for a few times; null when Stripe does not answer. */
export const readIntent = async (stripe: Stripe, clientSecret: string): Promise<PaymentIntent | null> => {
  for (const milliseconds of pauses) {
    await delay(milliseconds);
    try {
      const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
      if (paymentIntent) return paymentIntent;
    } catch (cause) {
      console.warn('The payment could not be read', String(cause));
    }
  }
  return null;
};

/** The payer has done all there is to do, and the pass can be asked for. */
export const isPaid = ({ status }: PaymentIntent): boolean =>
  status === 'succeeded' || status === 'requires_capture';
