import { z } from 'zod';
import { formatPounds } from '#domain/money.ts';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { invalidRequest, noSuch } from './api-error.ts';
import { type ApiCall, type ApiReply, type ApiRoute, ok } from './api-route.ts';
import { getCardBehaviour } from './cards.ts';
import { getRemainingAmount } from './charge-object.ts';
import { withholdsFunds } from './dispute-object.ts';
import { expandFields } from './expand.ts';
import { newId, toUnixSeconds } from './ids.ts';
import { createListReply } from './list-reply.ts';
import { Expandable, Integer, Metadata, Pageable, readInput } from './read-input.ts';

const Create = z.strictObject({
  ...Expandable,
  amount: Integer.optional(),
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: Metadata.optional(),
});
const Read = z.strictObject(Expandable);
const List = z.strictObject({
  ...Pageable,
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
});

async function lockChargeToRefund(call: ApiCall, input: z.infer<typeof Create>): Promise<Stripe.Charge> {
  if (input.payment_intent !== undefined) {
    const intent = await call.store.lock('payment_intent', input.payment_intent);
    if (intent === null) throw noSuch('payment_intent', input.payment_intent, 'payment_intent');
    const charge =
      typeof intent.latest_charge === 'string' ? await call.store.lock('charge', intent.latest_charge) : null;
    if (charge?.captured !== true) {
      throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
        code: 'payment_intent_unexpected_state',
        param: 'payment_intent',
      });
    }
    return charge;
  }
  if (input.charge === undefined) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
      {
        code: 'parameter_missing',
      },
    );
  }
  const charge = await call.store.lock('charge', input.charge);
  if (charge === null) throw noSuch('charge', input.charge, 'charge');
  return charge;
}

function checkRefundable(charge: Stripe.Charge, amount: number): void {
  const remaining = getRemainingAmount(charge);
  if (remaining <= 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (amount < 1)
    throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
  if (amount > remaining) {
    throw invalidRequest(
      `Refund amount (${formatPounds(amount)}) is greater than unrefunded amount on charge (${formatPounds(remaining)})`,
      {
        param: 'amount',
      },
    );
  }
}

/** Money that a dispute withholds can't be refunded as well. */
async function checkUndisputed(call: ApiCall, charge: Stripe.Charge): Promise<void> {
  const { data } = await call.store.list('dispute', { filter: { charge: charge.id } });
  if (data.some(withholdsFunds)) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
}

/** Refunds the rest of a payment, or a part of it. Validates `call.input`. */
export async function createRefund(call: ApiCall): Promise<ApiReply> {
  const input = readInput(Create, call.input);
  const charge = await lockChargeToRefund(call, input);
  const amount = input.amount ?? getRemainingAmount(charge);
  checkRefundable(charge, amount);
  await checkUndisputed(call, charge);
  const { testCard: number } = await call.store.readHidden(charge.payment_method ?? '');
  const { refund: refundBehaviour } = getCardBehaviour(number);
  const refund: Stripe.Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: toUnixSeconds(call.now),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    metadata: input.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: input.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refundBehaviour === 'pending' ? 'pending' : 'succeeded',
    transfer_reversal: null,
    ...(refundBehaviour === 'pending' ? { pending_reason: 'processing' } : {}),
  };
  const amountRefunded = charge.amount_refunded + amount;
  const refunded: Stripe.Charge = {
    ...charge,
    amount_refunded: amountRefunded,
    refunded: amountRefunded === charge.amount,
  };
  await call.store.insert('refund', refund);
  await call.store.update('charge', refunded);
  await call.emit('refund.created', refund);
  await call.emit('charge.refunded', refunded, {
    amount_refunded: charge.amount_refunded,
    refunded: charge.refunded,
  });
  if (refundBehaviour !== null) await call.store.queueDelayedStep(refund.id);
  return ok(await expandFields(call.store, refund, input.expand));
}

export const refundRoutes: ApiRoute[] = [
  { method: 'POST', path: 'refunds', handle: createRefund },
  {
    method: 'GET',
    path: 'refunds/:id',
    handle: async (call) => {
      const input = readInput(Read, call.input);
      const refund = await call.store.read('refund', call.id);
      if (refund === null) throw noSuch('refund', call.id);
      return ok(await expandFields(call.store, refund, input.expand));
    },
  },
  {
    method: 'GET',
    path: 'refunds',
    handle: async (call) => {
      const { charge, payment_intent, ...page } = readInput(List, call.input);
      return createListReply(call, 'refund', 'refunds', page, { charge, payment_intent });
    },
  },
];
