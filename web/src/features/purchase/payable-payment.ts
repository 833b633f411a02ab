import type { CreatePaymentIntentAnswer } from '#services/contract/payments.ts';

/** What the payment form needs of an opened payment. */
export type PayablePayment = Pick<
  CreatePaymentIntentAnswer,
  'clientSecret' | 'publishableKey' | 'amountPence'
>;
