import { z } from 'zod';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { noSuch } from './api-error.ts';
import { type ApiCall, type ApiRoute, ok, type Transaction } from './api-route.ts';
import { readAttachedCard } from './customer-cards.ts';
import { expandFields } from './expand.ts';
import { newId, toUnixSeconds } from './ids.ts';
import { createListReply } from './list-reply.ts';
import { mergeMetadata } from './merge-metadata.ts';
import { Expandable, Metadata, Pageable, readInput } from './read-input.ts';

const Read = z.strictObject(Expandable);
const Fields = {
  description: z.string().optional(),
  email: z.string().optional(),
  metadata: Metadata.optional(),
  name: z.string().optional(),
  phone: z.string().optional(),
};
const Create = z.strictObject({ ...Expandable, ...Fields });
const Update = z.strictObject({
  ...Expandable,
  ...Fields,
  invoice_settings: z.strictObject({ default_payment_method: z.string().optional() }).optional(),
});
const List = z.strictObject({ ...Pageable, email: z.string().optional() });

interface CustomerFacts {
  description?: string | undefined;
  email?: string | undefined;
  metadata?: Record<string, string> | undefined;
  name?: string | undefined;
  phone?: string | undefined;
}

export async function createCustomer(tx: Transaction, facts: CustomerFacts): Promise<Stripe.Customer> {
  const id = newId('cus');
  const customer: Stripe.Customer = {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: toUnixSeconds(tx.now),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: facts.description ?? null,
    email: facts.email ?? null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: facts.metadata ?? {},
    name: facts.name ?? null,
    next_invoice_sequence: 1,
    phone: facts.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  await tx.store.insert('customer', customer);
  await tx.emit('customer.created', customer);
  return customer;
}

async function update(call: ApiCall, input: z.infer<typeof Update>): Promise<Stripe.Customer> {
  const before = await call.store.lock('customer', call.id);
  if (before === null) throw noSuch('customer', call.id);
  const card = input.invoice_settings?.default_payment_method;
  if (card !== undefined)
    await readAttachedCard(call, before.id, card, 'invoice_settings[default_payment_method]');
  const settings = before.invoice_settings;
  const customer: Stripe.Customer = {
    ...before,
    description: input.description ?? before.description,
    email: input.email ?? before.email,
    metadata: mergeMetadata(before.metadata, input.metadata),
    name: input.name ?? before.name ?? null,
    phone: input.phone ?? before.phone ?? null,
    invoice_settings: card === undefined ? settings : { ...settings, default_payment_method: card },
  };
  await call.store.update('customer', customer);
  await call.emit('customer.updated', customer, { metadata: before.metadata, invoice_settings: settings });
  return customer;
}

export const customerRoutes: ApiRoute[] = [
  {
    method: 'POST',
    path: 'customers',
    handle: async (call) => {
      const { expand, ...facts } = readInput(Create, call.input);
      return ok(await expandFields(call.store, await createCustomer(call, facts), expand));
    },
  },
  {
    method: 'GET',
    path: 'customers',
    handle: async (call) => {
      const { email, ...page } = readInput(List, call.input);
      return createListReply(call, 'customer', 'customers', page, { email });
    },
  },
  {
    method: 'GET',
    path: 'customers/:id',
    handle: async (call) => {
      const input = readInput(Read, call.input);
      const customer = await call.store.read('customer', call.id);
      if (customer === null) throw noSuch('customer', call.id);
      return ok(await expandFields(call.store, customer, input.expand));
    },
  },
  {
    method: 'POST',
    path: 'customers/:id',
    handle: async (call) => {
      const input = readInput(Update, call.input);
      return ok(await expandFields(call.store, await update(call, input), input.expand));
    },
  },
];
