import type { PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { isPaid, readIntent } from './read-intent.ts';

/** What there is to pay with: the provider's elements hold the card, the secret names the payment. */
export interface MountedForm {
  readonly stripe: Stripe;
  readonly elements: StripeElements;
  readonly clientSecret: string;
}

export type Confirmation =
  | { readonly kind: 'paid'; readonly paymentIntentId: string }
  /** The form has marked what is wrong beside its fields. */
  | { readonly kind: 'invalid' }
  | { readonly kind: 'refused'; readonly message: string | undefined }
  | { readonly kind: 'incomplete'; readonly status: string }
  /** The provider's script broke off, and nothing was paid. */
  | { readonly kind: 'broken' }
  /** Nobody could say; paying the same payment again cannot take the money twice. */
  | { readonly kind: 'unknown' }
  /** The payment was called off and takes no more money. */
  | { readonly kind: 'called-off' };

interface ConfirmAnswer {
  readonly paymentIntent?: PaymentIntent | undefined;
  readonly error?: StripeError | undefined;
}

const ask = async ({ stripe, elements }: MountedForm): Promise<ConfirmAnswer> => {
  try {
    return await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${window.location.origin}/payment-success` },
      redirect: 'if_required',
    });
  } catch (cause) {
    console.warn('The confirmation broke off', String(cause));
    return {};
  }
};

/**
 * Confirms a payment with the provider. An error or no answer at all does not mean that nothing was paid: then the
 * payment itself says how it stands. Never throws.
 */
export const confirmPayment = async (form: MountedForm): Promise<Confirmation> => {
  const { paymentIntent, error } = await ask(form);
  if (error?.type === 'validation_error') return { kind: 'invalid' };
  const intent = paymentIntent ?? error?.payment_intent ?? (await readIntent(form.stripe, form.clientSecret));
  if (intent === null) return { kind: 'unknown' };
  if (isPaid(intent)) return { kind: 'paid', paymentIntentId: intent.id };
  if (intent.status === 'canceled') return { kind: 'called-off' };
  if (paymentIntent === undefined && intent.status !== 'processing')
    return error ? { kind: 'refused', message: error.message } : { kind: 'broken' };
  return { kind: 'incomplete', status: intent.status };
};
