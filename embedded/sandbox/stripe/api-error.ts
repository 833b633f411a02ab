import type { Stripe } from '#infra/payments/stripe-sdk.ts';

export interface ApiErrorDetails {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  /** The whole intent, or the fields that a browser may see. */
  payment_intent?: object;
  payment_method?: Stripe.PaymentMethod;
}

/** An error in Stripe's shape. Throwing it rolls the request back; a decline, which stores a failed charge, is returned instead. */
export class StripeApiError extends Error {
  override readonly name = 'StripeApiError';
  readonly status: number;
  readonly details: ApiErrorDetails;

  constructor(status: number, details: ApiErrorDetails) {
    super(details.message);
    this.status = status;
    this.details = details;
  }
}

type Extra = Partial<Omit<ApiErrorDetails, 'type' | 'message'>>;

export function invalidRequest(message: string, extra: Extra = {}, status = 400): StripeApiError {
  return new StripeApiError(status, { type: 'invalid_request_error', message, ...extra });
}

export function cardError(code: string, message: string, extra: Extra = {}): StripeApiError {
  return new StripeApiError(402, { type: 'card_error', code, message, ...extra });
}

export function noSuch(what: string, id: string, param = 'id', status = 404): StripeApiError {
  return invalidRequest(`No such ${what}: '${id}'`, { code: 'resource_missing', param }, status);
}

export function errorBody(details: ApiErrorDetails): object {
  const { code } = details;
  const docs =
    code === undefined ? {} : { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` };
  return { error: { ...details, ...docs } };
}
