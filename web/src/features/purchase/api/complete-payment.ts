import type {
  CompletePaymentAnswer,
  CompletePaymentBody,
} from '../../../../../services/contract/payments.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { delay } from '../../../lib/delay.ts';
import { post } from '../../../lib/http.ts';

const pauses = [500, 1500, 4000];

/** No answer, or one that says nothing of the payment. */
const mayPass = (cause: unknown): boolean =>
  cause instanceof ApiError && (cause.status === 0 || cause.status === 429 || cause.status >= 500);

const complete = (paymentIntentId: string): Promise<CompletePaymentAnswer> =>
  post<CompletePaymentAnswer>('/api/complete-payment', {
    payment_intent_id: paymentIntentId,
  } satisfies CompletePaymentBody);

/**
 * Grants what was paid for; asking again for the same payment answers the same, so a lost answer is asked for again,
 * three times within about six seconds. Throws `ApiError`.
 */
export const completePayment = async (paymentIntentId: string): Promise<CompletePaymentAnswer> => {
  for (const milliseconds of pauses) {
    try {
      return await complete(paymentIntentId);
    } catch (cause) {
      if (!mayPass(cause)) throw cause;
    }
    await delay(milliseconds);
  }
  return complete(paymentIntentId);
};
