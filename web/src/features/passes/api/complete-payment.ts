import type {
  CompletePaymentAnswer,
  CompletePaymentBody,
} from '../../../../../services/contract/payments.ts';
import { post } from '../../../lib/http.ts';

/** Grants what was paid for; asking again for the same payment answers the same. Throws `ApiError`. */
export const completePayment = (paymentIntentId: string): Promise<CompletePaymentAnswer> =>
  post<CompletePaymentAnswer>('/api/complete-payment', {
    payment_intent_id: paymentIntentId,
  } satisfies CompletePaymentBody);
