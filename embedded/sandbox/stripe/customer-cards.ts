import { z } from 'zod';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { cardError, invalidRequest, noSuch } from './api-error.ts';
import { type ApiCall, type ApiRoute, ok, type Transaction } from './api-route.ts';
import { getCardBehaviour } from './cards.ts';
import { expandFields } from './expand.ts';
import { createListReply } from './list-reply.ts';
import { resolvePaymentMethod } from './payment-method-object.ts';
import { Expandable, Pageable, readInput } from './read-input.ts';

const Attach = z.strictObject({ ...Expandable, customer: z.string() });
const Detach = z.strictObject(Expandable);
const List = z.strictObject({
  ...Pageable,
  customer: z.string().optional(),
  type: z.literal('card').optional(),
});

/** Attaches a card to a customer, unless it is attached already. */
export async function attachMethod(
  tx: Transaction,
  method: Stripe.PaymentMethod,
  customer: string,
): Promise<Stripe.PaymentMethod> {
  if (method.customer === customer) return method;
  const attached: Stripe.PaymentMethod = { ...method, customer };
  await tx.store.update('payment_method', attached);
  await tx.emit('payment_method.attached', attached);
  return attached;
}

/** @throws StripeApiError 400 when the card is not attached to that customer */
export async function readAttachedCard(
  tx: Transaction,
  customer: string,
  id: string,
  param: string,
): Promise<Stripe.PaymentMethod> {
  const method = await tx.store.read('payment_method', id);
  if (method?.customer === customer) return method;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param },
  );
}

/** Attaches a card to the customer, if the bank approves. @throws StripeApiError */
export async function attachCard(call: ApiCall, id: string, customer: string): Promise<Stripe.PaymentMethod> {
  if ((await call.store.read('customer', customer)) === null)
    throw noSuch('customer', customer, 'customer', 400);
  const method = await resolvePaymentMethod(call, id);
  if (method.customer !== null && method.customer !== customer)
    throw invalidRequest('The payment method you provided has already been attached to a customer.');
  const { testCard: number } = await call.store.readHidden(method.id);
  const { isAttachDeclined, decline } = getCardBehaviour(number);
  if (isAttachDeclined && decline !== null) {
    throw cardError(decline.code, decline.message, { decline_code: decline.declineCode });
  }
  return attachMethod(call, method, customer);
}

export const customerCardRoutes: ApiRoute[] = [
  {
    method: 'POST',
    path: 'payment_methods/:id/attach',
    handle: async (call) => {
      const input = readInput(Attach, call.input);
      return ok(
        await expandFields(call.store, await attachCard(call, call.id, input.customer), input.expand),
      );
    },
  },
  {
    method: 'POST',
    path: 'payment_methods/:id/detach',
    handle: async (call) => {
      const input = readInput(Detach, call.input);
      const method = await call.store.lock('payment_method', call.id);
      if (method === null) throw noSuch('PaymentMethod', call.id);
      const detached: Stripe.PaymentMethod = { ...method, customer: null };
      await call.store.update('payment_method', detached);
      await call.store.addHidden(method.id, { wasDetached: true });
      await call.emit('payment_method.detached', detached, { customer: method.customer });
      return ok(await expandFields(call.store, detached, input.expand));
    },
  },
  {
    method: 'GET',
    path: 'payment_methods',
    handle: async (call) => {
      const { customer, type, ...page } = readInput(List, call.input);
      return createListReply(call, 'payment_method', 'payment_methods', page, { customer, type });
    },
  },
  {
    method: 'GET',
    path: 'customers/:id/payment_methods',
    handle: async (call) => {
      const { customer: _, type, ...page } = readInput(List, call.input);
      return createListReply(call, 'payment_method', `customers/${call.id}/payment_methods`, page, {
        customer: call.id,
        type,
      });
    },
  },
];
