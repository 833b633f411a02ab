import Stripe from 'stripe';

/** Stripe is unavailable (network, timeout, 5xx, rate limit, refused key); the API answers 503 and a job is retried. */
export class PaymentsUnavailable extends Error {
  override readonly name = 'PaymentsUnavailable';
}

/** The card was refused. `message` is Stripe's sentence for the cardholder. */
export class PaymentDeclined extends Error {
  override readonly name = 'PaymentDeclined';
  readonly code: string;
  readonly declineCode: string | null;

  constructor(message: string, code: string, declineCode: string | null, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.declineCode = declineCode;
  }
}

/** Stripe knows no such payment. */
export class PaymentNotFound extends Error {
  override readonly name = 'PaymentNotFound';
}

/** Stripe knows no such customer, for example after a change of the account. */
export class CustomerNotFound extends Error {
  override readonly name = 'CustomerNotFound';
}

/** The payment's state does not allow the call, e.g. `charge_already_refunded`, `payment_intent_unexpected_state`. */
export class PaymentStateConflict extends Error {
  override readonly name = 'PaymentStateConflict';
  readonly code: string;

  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Stripe accepts no such request, e.g. of an amount that no card can be charged; a retry would not help. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
  readonly code: string;

  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The webhook is not signed by Stripe, or is too old; the API answers 400. */
export class InvalidWebhookSignature extends Error {
  override readonly name = 'InvalidWebhookSignature';
}

/** The webhook is signed by Stripe, but is no event of the documented form; the API answers 400. */
export class MalformedWebhook extends Error {
  override readonly name = 'MalformedWebhook';
}

const STATE_CODES = new Set([
  'payment_intent_unexpected_state',
  'charge_already_refunded',
  'charge_already_captured',
  'charge_disputed',
  'charge_not_refundable',
  'charge_expired_for_capture',
  'intent_invalid_state',
  'invalid_canceled_subscription_fields',
]);

/** Runs a call to Stripe, and throws the errors of this file instead of the SDK's. */
export async function translateErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw translateStripeError(error);
  }
}

/** Whether Stripe refused a call because of its parameters or of the object's state (400). */
export const isInvalidRequest = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400;

/** Translates the SDK's error; returns one that is not the SDK's unchanged. */
export function translateStripeError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const options = { cause: error };
  if (error instanceof Stripe.errors.StripeCardError) {
    return new PaymentDeclined(
      error.message,
      error.code ?? 'card_declined',
      error.decline_code ?? null,
      options,
    );
  }
  if (error.code === 'resource_missing' && error.param === 'customer')
    return new CustomerNotFound(error.message, options);
  if (error.code === 'resource_missing' && error.statusCode === 404)
    return new PaymentNotFound(error.message, options);
  if (error.code !== undefined && STATE_CODES.has(error.code)) {
    return new PaymentStateConflict(error.message, error.code, options);
  }
  const isUnavailable =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    (error.statusCode ?? 500) >= 500;
  if (isUnavailable) return new PaymentsUnavailable(error.message, options);
  return new PaymentRefused(error.message, error.code ?? error.type, options);
}
