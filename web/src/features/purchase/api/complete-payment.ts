import type { CompletePaymentAnswer, CompletePaymentBody } from '#services/contract/payments.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { delay } from '#web/lib/delay.ts';
import { post } from '#web/lib/http.ts';

const retryDelaysMs = [500, 1500, 4000];

/** The request failed without an answer about the payment. */
const isTransient = (cause: unknown): boolean =>
  cause instanceof ApiError && (cause.status === 0 || cause.status === 429 || cause.status >= 500);

const sendCompletion = (paymentIntentId: string): Promise<CompletePaymentAnswer> =>
  post<CompletePaymentAnswer>('/api/complete-payment', {
    payment_intent_id: paymentIntentId,
  } satisfies CompletePaymentBody);

/** Grants the pass of a payment. Idempotent, so it retries three times within about six seconds. Throws `ApiError`. */
export const completePayment = async (paymentIntentId: string): Promise<CompletePaymentAnswer> => {
  for (const delayMs of retryDelaysMs) {
    try {
      return await sendCompletion(paymentIntentId);
    } catch (cause) {
      if (!isTransient(cause)) throw cause;
    }
    await delay(delayMs);
  }
  return sendCompletion(paymentIntentId);
};
