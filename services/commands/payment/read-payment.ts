import { Refusal } from '#domain/refusal.ts';
import { PaymentNotFound } from '#infra/payments/errors.ts';
import type { PaymentFacts } from '#infra/payments/payment-facts.ts';
import type { Payments } from '#infra/payments/payments.ts';

/** Reads a payment from Stripe. @throws Refusal PAYMENT_NOT_FOUND; PaymentsUnavailable */
export async function readPayment(
  payments: Pick<Payments, 'readPaymentIntent'>,
  id: string,
): Promise<PaymentFacts> {
  try {
    return await payments.readPaymentIntent(id);
  } catch (error) {
    if (error instanceof PaymentNotFound) throw new Refusal('PAYMENT_NOT_FOUND');
    throw error;
  }
}
