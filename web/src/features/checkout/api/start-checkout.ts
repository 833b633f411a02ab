import type { CheckoutAnswer, CheckoutBody } from '#services/contract/checkout.ts';
import { post } from '#web/lib/http.ts';

/**
 * Keeps a seat of a class and opens a payment that books it. Throws `ApiError`: what booking and buying refuse, CLASS_HAS_LINE,
 * PASS_ENDS_BEFORE_CLASS.
 */
export const startCheckout = (body: CheckoutBody): Promise<CheckoutAnswer> =>
  post<CheckoutAnswer>('/api/checkout', body);
