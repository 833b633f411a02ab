import type { PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { describePaymentProblem, unknownPaymentProblem } from '#services/contract/payment-problems.ts';
import { isPaid, readIntent } from './read-intent.ts';

/** A mounted payment form: Stripe's elements hold the card, the client secret identifies the payment. */
export interface MountedForm {
  readonly stripe: Stripe;
  readonly elements: StripeElements;
  readonly clientSecret: string;
  /** The payer wants the card saved for the next payment. */
  readonly keepsCard: boolean;
}

/** A payment, and a card that Stripe keeps for its customer. */
export interface SavedCardPayment {
  readonly stripe: Stripe;
  readonly clientSecret: string;
  readonly cardId: string;
}

export type Confirmation =
  | { readonly kind: 'paid'; readonly paymentIntentId: string }
  /** The form shows the errors beside its fields. */
  | { readonly kind: 'invalid' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'incomplete'; readonly status: string }
  /** Stripe's script failed, and nothing was paid. */
  | { readonly kind: 'script-failed' }
  /** The state could not be read. Confirming the same payment again cannot charge twice. */
  | { readonly kind: 'unknown' }
  /** The payment was cancelled and cannot be paid any more. */
  | { readonly kind: 'cancelled' };

interface ConfirmAnswer {
  readonly paymentIntent?: PaymentIntent | undefined;
  readonly error?: StripeError | undefined;
}

/** The sentence for the payer. Stripe writes one for a card's holder; its other errors are for developers. */
const describeError = ({ type, code, decline_code, message }: StripeError): string =>
  describePaymentProblem({ code, declineCode: decline_code }) ??
  (type === 'card_error' ? message : undefined) ??
  unknownPaymentProblem;

const confirmForm = ({ stripe, elements, keepsCard }: MountedForm): Promise<ConfirmAnswer> =>
  stripe.confirmPayment({
    elements,
    confirmParams: {
      return_url: `${window.location.origin}/payment-success`,
      ...(keepsCard ? { setup_future_usage: 'on_session' } : {}),
    },
    redirect: 'if_required',
  });

const waitForStripe = async (confirm: () => Promise<ConfirmAnswer>): Promise<ConfirmAnswer> => {
  try {
    return await confirm();
  } catch (cause) {
    console.warn('Confirming the payment failed', String(cause));
    return {};
  }
};

/**
 * Confirms a payment with Stripe. An error or a missing answer does not mean that nothing was paid, so the payment's
 * own status decides. Never throws.
 */
const confirmWithStripe = async (
  { stripe, clientSecret }: Pick<MountedForm, 'stripe' | 'clientSecret'>,
  confirm: () => Promise<ConfirmAnswer>,
): Promise<Confirmation> => {
  const { paymentIntent, error } = await waitForStripe(confirm);
  if (error?.type === 'validation_error') return { kind: 'invalid' };
  const intent = paymentIntent ?? error?.payment_intent ?? (await readIntent(stripe, clientSecret));
  if (intent === null) return { kind: 'unknown' };
  if (isPaid(intent)) return { kind: 'paid', paymentIntentId: intent.id };
  if (intent.status === 'canceled') return { kind: 'cancelled' };
  if (paymentIntent === undefined && intent.status !== 'processing')
    return error ? { kind: 'refused', message: describeError(error) } : { kind: 'script-failed' };
  return { kind: 'incomplete', status: intent.status };
};

/** Pays with the card or wallet of the form. Never throws. */
export const confirmPayment = (form: MountedForm): Promise<Confirmation> =>
  confirmWithStripe(form, () => confirmForm(form));

/** Pays with a saved card. Never throws. */
export const confirmSavedCard = (payment: SavedCardPayment): Promise<Confirmation> =>
  confirmWithStripe(payment, () =>
    payment.stripe.confirmCardPayment(payment.clientSecret, { payment_method: payment.cardId }),
  );
