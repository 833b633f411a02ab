import { PaymentNotFound, translateErrors } from './errors.ts';
import type { Stripe } from './stripe-sdk.ts';

/** A price that is charged every so many weeks or months. */
export interface RecurringPrice {
  /** Identifies the price at Stripe; another amount or interval has another key. */
  readonly lookupKey: string;
  readonly amountPence: number;
  readonly interval: { readonly unit: 'month' | 'week'; readonly count: number };
  readonly product: {
    readonly id: string;
    /** On the payment page and on invoices. */
    readonly name: string;
  };
}

const matches = (price: Stripe.Price, { amountPence, interval }: RecurringPrice): boolean =>
  price.unit_amount === amountPence &&
  price.currency === 'gbp' &&
  price.recurring?.interval === interval.unit &&
  price.recurring.interval_count === interval.count;

async function findPrice(stripe: Stripe, wanted: RecurringPrice): Promise<Stripe.Price | undefined> {
  const { data } = await stripe.prices.list({ lookup_keys: [wanted.lookupKey], active: true });
  return data.find((price) => matches(price, wanted));
}

/** Creates the product, or gives it its present name. */
async function ensureProduct(stripe: Stripe, { id, name }: RecurringPrice['product']): Promise<void> {
  try {
    const product = await translateErrors(() => stripe.products.retrieve(id));
    if (product.name !== name) await stripe.products.update(id, { name });
  } catch (error) {
    if (!(error instanceof PaymentNotFound)) throw error;
    await stripe.products.create({ id, name }, { idempotencyKey: `product/${id}` });
  }
}

/** Returns the id of the price at Stripe, and creates it with its product if necessary. */
export async function ensureRecurringPrice(stripe: Stripe, wanted: RecurringPrice): Promise<string> {
  const found = await findPrice(stripe, wanted);
  if (found !== undefined) return found.id;
  const { lookupKey, amountPence, interval, product } = wanted;
  try {
    await ensureProduct(stripe, product);
    const created = await stripe.prices.create(
      {
        currency: 'gbp',
        unit_amount: amountPence,
        recurring: { interval: interval.unit, interval_count: interval.count },
        lookup_key: lookupKey,
        transfer_lookup_key: true,
        product: product.id,
      },
      // Two concurrent processes create one price.
      { idempotencyKey: `price/${lookupKey}/${amountPence}/${interval.count}-${interval.unit}` },
    );
    return created.id;
  } catch (error) {
    // Another process may have created it concurrently.
    const concurrent = await findPrice(stripe, wanted);
    if (concurrent !== undefined) return concurrent.id;
    throw error;
  }
}
