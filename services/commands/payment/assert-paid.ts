import type { Payment } from '#domain/payment/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { PaymentStateConflict } from '#infra/payments/errors.ts';
import type { PaymentFacts } from '#infra/payments/payment-facts.ts';
import type { Payments } from '#infra/payments/payments.ts';
import { readPayment } from './read-payment.ts';

type PaymentsToRead = Pick<Payments, 'readPaymentIntent' | 'capturePaymentIntent'>;

async function capture(payments: PaymentsToRead, id: string): Promise<PaymentFacts> {
  try {
    return await payments.capturePaymentIntent(id, `capture/${id}`);
  } catch (error) {
    // It was captured or cancelled concurrently: its current state decides.
    if (error instanceof PaymentStateConflict) return await readPayment(payments, id);
    throw error;
  }
}

/**
 * Checks at Stripe that a payment is paid in full by its member, and captures it if needed.
 * @throws Refusal PAYMENT_NOT_FOUND, PAYMENT_NOT_COMPLETE, PAYMENT_PROCESSING; CONFLICT when the amount is not the price;
 * PaymentsUnavailable
 */
export async function assertPaid(payments: PaymentsToRead, payment: Payment): Promise<PaymentFacts> {
  const { paymentIntentId: id, memberId, order } = payment;
  const found = await readPayment(payments, id);
  if (found.memberId !== memberId) throw new Refusal('PAYMENT_NOT_FOUND');
  if (found.amountPence !== order.amountPence)
    throw new Refusal('CONFLICT', { amountPence: found.amountPence, pricePence: order.amountPence });
  const facts = found.status === 'requires_capture' ? await capture(payments, id) : found;
  if (facts.status === 'processing') throw new Refusal('PAYMENT_PROCESSING');
  if (facts.status !== 'succeeded' || facts.amountReceivedPence < order.amountPence)
    throw new Refusal('PAYMENT_NOT_COMPLETE', { status: facts.status });
  return facts;
}
