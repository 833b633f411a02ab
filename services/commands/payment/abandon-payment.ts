import { abandonPayment as decide, requirePayment } from '#domain/payment/decide.ts';
import { paymentDecider } from '#domain/payment/decider.ts';
import { PaymentStateConflict } from '#infra/payments/errors.ts';
import type { PaymentFacts } from '#infra/payments/payment-facts.ts';
import type { Payments } from '#infra/payments/payments.ts';
import { defineCommand } from '../define-command.ts';
import { type CompletePaymentDeps, completePayment } from './complete-payment.ts';
import { readPayment } from './read-payment.ts';

export interface AbandonPaymentDeps extends CompletePaymentDeps {
  readonly payments: CompletePaymentDeps['payments'] & Pick<Payments, 'cancelPaymentIntent'>;
}

const isPaid = ({ status }: PaymentFacts) => status === 'succeeded' || status === 'requires_capture';

/** Cancels the payment at Stripe unless it is paid or closed. */
async function close(payments: AbandonPaymentDeps['payments'], id: string): Promise<PaymentFacts> {
  const facts = await readPayment(payments, id);
  if (isPaid(facts) || facts.status === 'canceled' || facts.status === 'processing') return facts;
  try {
    return await payments.cancelPaymentIntent(id, `abandon/${id}`);
  } catch (error) {
    // It was paid or cancelled concurrently: its current state decides.
    if (error instanceof PaymentStateConflict) return await readPayment(payments, id);
    throw error;
  }
}

/**
 * Closes an abandoned payment, so that it cannot be paid later at an old price or for an old offer. A payment that
 * was paid after all is granted.
 * @throws Refusal as `completePayment`; PaymentsUnavailable
 */
export const abandonPayment = defineCommand(
  'abandon-payment',
  async (deps: AbandonPaymentDeps, { paymentIntentId }: { paymentIntentId: string }, context) => {
    const { state } = await deps.deciders.load(paymentDecider, paymentIntentId);
    const { status } = requirePayment(state, null);
    if (status !== 'started' && status !== 'failed') return { position: null };
    const facts = await close(deps.payments, paymentIntentId);
    if (isPaid(facts)) return completePayment(deps, { paymentIntentId, memberId: null }, context);
    if (facts.status !== 'canceled') return { position: null };
    const { position } = await deps.deciders.handle(paymentDecider, paymentIntentId, context, (current) =>
      decide(current, { now: context.now }),
    );
    return { position };
  },
);
