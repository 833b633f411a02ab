import type { CreatePaymentIntentAnswer, CreatePaymentIntentBody } from '#services/contract/payments.ts';
import { post } from '#web/lib/http.ts';

/** Opens a payment for one pass. Throws `ApiError`: ALREADY_USED, NOT_ELIGIBLE, PASS_NOT_ON_SALE, CHANGED_SINCE. */
export const createPaymentIntent = (body: CreatePaymentIntentBody): Promise<CreatePaymentIntentAnswer> =>
  post<CreatePaymentIntentAnswer>('/api/create-payment-intent', body);
