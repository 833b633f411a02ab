import { PaymentNotFound, PaymentRefused, PaymentStateConflict } from '#infra/payments/errors.ts';
import type { PaymentFacts, PaymentStatus } from '#infra/payments/payment-facts.ts';
import type { Payments, RefundFacts } from '#infra/payments/payments.ts';

/** A fake of Stripe's payments with writable facts. */
export function stripeInMemory() {
  const intents = new Map<string, PaymentFacts>();
  const idsByKey = new Map<string, string>();
  const refunds: string[] = [];
  const refundsByKey = new Map<string, RefundFacts>();

  function find(id: string): PaymentFacts {
    const facts = intents.get(id);
    if (facts === undefined) throw new PaymentNotFound(`No such payment_intent: ${id}`);
    return facts;
  }
  function set(id: string, changes: Partial<PaymentFacts>): PaymentFacts {
    const facts = { ...find(id), ...changes };
    intents.set(id, facts);
    return facts;
  }

  const payments: Pick<
    Payments,
    | 'createCustomer'
    | 'createPaymentIntent'
    | 'readPaymentIntent'
    | 'capturePaymentIntent'
    | 'cancelPaymentIntent'
    | 'refundPaymentIntent'
    | 'findRefund'
  > = {
    createCustomer: async (memberId) => `cus_${memberId}`,
    async createPaymentIntent({ amountPence, memberId, passId, idempotencyKey }) {
      const id = idsByKey.get(idempotencyKey) ?? `pi_${intents.size + 1}`;
      const status: PaymentStatus = 'requires_payment_method';
      if (!idsByKey.has(idempotencyKey)) {
        idsByKey.set(idempotencyKey, id);
        intents.set(id, {
          id,
          status,
          amountPence,
          amountReceivedPence: 0,
          amountRefundedPence: 0,
          disputedPence: 0,
          memberId,
          passId,
          metadata: {},
          failure: null,
          cardFingerprint: null,
          createdAt: new Date(0),
          clientSecret: `${id}_secret`,
        });
      }
      return { id, clientSecret: `${id}_secret`, status };
    },
    readPaymentIntent: async (id) => find(id),
    async capturePaymentIntent(id) {
      const { status, amountPence } = find(id);
      if (status !== 'requires_capture')
        throw new PaymentStateConflict('Not capturable', 'payment_intent_unexpected_state');
      return set(id, { status: 'succeeded', amountReceivedPence: amountPence });
    },
    async cancelPaymentIntent(id) {
      if (['succeeded', 'canceled', 'processing'].includes(find(id).status))
        throw new PaymentStateConflict('Not cancelable', 'payment_intent_unexpected_state');
      return set(id, { status: 'canceled' });
    },
    async refundPaymentIntent(id, { amountPence, requestKey }) {
      const { amountReceivedPence, amountRefundedPence } = find(id);
      const left = amountReceivedPence - amountRefundedPence;
      if (left <= 0) throw new PaymentStateConflict('Refunded already', 'charge_already_refunded');
      if (amountPence !== undefined && amountPence > left)
        throw new PaymentRefused('Greater than the unrefunded amount', 'invalid_request_error');
      const refund = {
        id: `re_${refunds.length + 1}`,
        amountPence: amountPence ?? left,
        status: 'succeeded',
      };
      refunds.push(id);
      if (requestKey !== undefined) refundsByKey.set(`${id}/${requestKey}`, refund);
      set(id, { amountRefundedPence: amountRefundedPence + refund.amountPence });
      return refund;
    },
    findRefund: async (id, requestKey) => refundsByKey.get(`${id}/${requestKey}`) ?? null,
  };
  /** A payment that Stripe took by itself, as for a membership's invoice. */
  const charge = (id: string, amountPence: number) =>
    void intents.set(id, {
      ...{ id, amountPence, amountReceivedPence: amountPence, amountRefundedPence: 0, disputedPence: 0 },
      ...{
        memberId: null,
        passId: null,
        metadata: {},
        failure: null,
        cardFingerprint: null,
        clientSecret: null,
      },
      status: 'succeeded',
      createdAt: new Date(0),
    });
  const pay = (id: string) => set(id, { status: 'succeeded', amountReceivedPence: find(id).amountPence });
  return { payments, refunds, set, pay, charge };
}
