import { PaymentStateConflict } from '#infra/payments/errors.ts';
import type { Payments } from '#infra/payments/payments.ts';

export type RefundPayments = Pick<Payments, 'refundPaymentIntent'>;

/** Refunds a payment in full at Stripe, unless it is refunded already. */
export async function refundOnce(
  payments: RefundPayments,
  ...request: Parameters<Payments['refundPaymentIntent']>
): Promise<void> {
  try {
    await payments.refundPaymentIntent(...request);
  } catch (error) {
    if (!(error instanceof PaymentStateConflict) || error.code !== 'charge_already_refunded') throw error;
  }
}
