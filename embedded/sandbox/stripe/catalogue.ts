import { z } from 'zod';
import { type Stripe, stripeDecimal } from '#infra/payments/stripe-sdk.ts';
import { invalidRequest, noSuch } from './api-error.ts';
import { type ApiCall, type ApiRoute, ok } from './api-route.ts';
import { expandFields } from './expand.ts';
import { newId, toUnixSeconds } from './ids.ts';
import { createListReply } from './list-reply.ts';
import { Expandable, Flag, Integer, Metadata, Pageable, readInput } from './read-input.ts';

const Read = z.strictObject(Expandable);
const ProductFields = {
  id: z.string().optional(),
  name: z.string().min(1),
  active: Flag.optional(),
  description: z.string().optional(),
  metadata: Metadata.optional(),
};
const NewProduct = z.strictObject({ ...Expandable, ...ProductFields });
const { description: _, ...DataFields } = ProductFields;
const ProductUpdate = z.strictObject({
  ...Expandable,
  name: z.string().min(1).optional(),
  active: Flag.optional(),
  description: z.string().optional(),
});
const NewPrice = z.strictObject({
  ...Expandable,
  active: Flag.optional(),
  currency: z.string().regex(/^[a-z]{3}$/i),
  lookup_key: z.string().max(200).optional(),
  metadata: Metadata.optional(),
  nickname: z.string().optional(),
  product: z.string().optional(),
  product_data: z.strictObject(DataFields).optional(),
  recurring: z
    .strictObject({ interval: z.enum(['day', 'week', 'month', 'year']), interval_count: Integer.optional() })
    .optional(),
  transfer_lookup_key: Flag.optional(),
  unit_amount: Integer.pipe(z.number().min(0)),
});
const PriceList = z.strictObject({
  ...Pageable,
  active: Flag.optional(),
  lookup_keys: z.array(z.string()).max(10).optional(),
  product: z.string().optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
});

async function createProduct(call: ApiCall, input: z.infer<typeof NewProduct>): Promise<Stripe.Product> {
  const product: Stripe.Product = {
    id: input.id ?? newId('prod'),
    object: 'product',
    active: input.active ?? true,
    created: toUnixSeconds(call.now),
    default_price: null,
    description: input.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: input.metadata ?? {},
    name: input.name,
    package_dimensions: null,
    shippable: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    updated: toUnixSeconds(call.now),
    url: null,
  };
  if ((await call.store.readAny(product.id)) !== null) {
    throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' });
  }
  await call.store.insert('product', product);
  await call.emit('product.created', product);
  return product;
}

async function resolveProduct(call: ApiCall, input: z.infer<typeof NewPrice>): Promise<string> {
  if ((input.product === undefined) === (input.product_data === undefined)) {
    throw invalidRequest('You must specify either `product` or `product_data` when creating a price.', {
      code: 'parameter_missing',
      param: 'product',
    });
  }
  if (input.product_data !== undefined) return (await createProduct(call, input.product_data)).id;
  const product = await call.store.read('product', input.product ?? '');
  if (product === null) throw noSuch('product', input.product ?? '', 'product', 400);
  return product.id;
}

/** A lookup key names one price; another price gets it only with `transfer_lookup_key`. */
async function claimLookupKey(call: ApiCall, key: string, transfer: boolean): Promise<void> {
  const { data } = await call.store.list('price', { filter: { lookup_key: key } });
  const [holder] = data;
  if (holder === undefined) return;
  if (!transfer)
    throw invalidRequest(`A price (\`${holder.id}\`) already uses that lookup key.`, { param: 'lookup_key' });
  const released: Stripe.Price = { ...holder, lookup_key: null };
  await call.store.update('price', released);
  await call.emit('price.updated', released, { lookup_key: key });
}

async function createPrice(call: ApiCall, input: z.infer<typeof NewPrice>): Promise<Stripe.Price> {
  const { recurring, lookup_key: key } = input;
  if (input.currency.toLowerCase() !== 'gbp') {
    throw invalidRequest(`The sandbox's account takes pounds only, not ${input.currency}`, {
      param: 'currency',
    });
  }
  if (key !== undefined) await claimLookupKey(call, key, input.transfer_lookup_key ?? false);
  const price: Stripe.Price = {
    id: newId('price'),
    object: 'price',
    active: input.active ?? true,
    billing_scheme: 'per_unit',
    created: toUnixSeconds(call.now),
    currency: 'gbp',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: key ?? null,
    metadata: input.metadata ?? {},
    nickname: input.nickname ?? null,
    product: await resolveProduct(call, input),
    recurring:
      recurring === undefined
        ? null
        : {
            interval: recurring.interval,
            interval_count: recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: 'licensed',
          },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring === undefined ? 'one_time' : 'recurring',
    unit_amount: input.unit_amount,
    unit_amount_decimal: stripeDecimal(input.unit_amount),
  };
  await call.store.insert('price', price);
  await call.emit('price.created', price);
  return price;
}

/** Products and prices; a list finds prices by their lookup keys. */
export const catalogueRoutes: ApiRoute[] = [
  {
    method: 'POST',
    path: 'products',
    handle: async (call) => {
      const input = readInput(NewProduct, call.input);
      return ok(await expandFields(call.store, await createProduct(call, input), input.expand));
    },
  },
  {
    method: 'GET',
    path: 'products/:id',
    handle: async (call) => {
      const input = readInput(Read, call.input);
      const product = await call.store.read('product', call.id);
      if (product === null) throw noSuch('product', call.id);
      return ok(await expandFields(call.store, product, input.expand));
    },
  },
  {
    method: 'POST',
    path: 'products/:id',
    handle: async (call) => {
      const { expand, ...changes } = readInput(ProductUpdate, call.input);
      const before = await call.store.lock('product', call.id);
      if (before === null) throw noSuch('product', call.id);
      const { name = before.name, active = before.active, description = before.description } = changes;
      const product: Stripe.Product = {
        ...before,
        name,
        active,
        description,
        updated: toUnixSeconds(call.now),
      };
      await call.store.update('product', product);
      await call.emit('product.updated', product, { name: before.name });
      return ok(await expandFields(call.store, product, expand));
    },
  },
  {
    method: 'POST',
    path: 'prices',
    handle: async (call) => {
      const input = readInput(NewPrice, call.input);
      return ok(await expandFields(call.store, await createPrice(call, input), input.expand));
    },
  },
  {
    method: 'GET',
    path: 'prices/:id',
    handle: async (call) => {
      const input = readInput(Read, call.input);
      const price = await call.store.read('price', call.id);
      if (price === null) throw noSuch('price', call.id);
      return ok(await expandFields(call.store, price, input.expand));
    },
  },
  {
    method: 'GET',
    path: 'prices',
    handle: async (call) => {
      const { active, lookup_keys: keys, product, type, ...page } = readInput(PriceList, call.input);
      const anyOf = keys?.map((key) => ({ lookup_key: key }));
      return createListReply(
        call,
        'price',
        'prices',
        page,
        { active, product, type },
        anyOf === undefined ? {} : { anyOf },
      );
    },
  },
];
