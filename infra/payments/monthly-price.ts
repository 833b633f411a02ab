import type { Stripe } from './stripe-sdk.ts';

export interface MonthlyPrice {
  /** Identifies the price at Stripe. */
  lookupKey: string;
  amountPence: number;
  /** Its name on the payment page. */
  productName: string;
}

function matches(price: Stripe.Price, { amountPence }: MonthlyPrice): boolean {
  return (
    price.unit_amount === amountPence && price.currency === 'gbp' && price.recurring?.interval === 'month'
  );
}

async function findPrice(stripe: Stripe, wanted: MonthlyPrice): Promise<Stripe.Price | undefined> {
  const { data } = await stripe.prices.list({ lookup_keys: [wanted.lookupKey], active: true });
  return data.find((price) => matches(price, wanted));
}

/**
 * Returns the id of the price at Stripe, and creates it with a product if necessary. A price of another amount loses the lookup
 * key; its subscriptions continue at the old price.
 */
export async function ensureMonthlyPrice(stripe: Stripe, wanted: MonthlyPrice): Promise<string> {
  const found = await findPrice(stripe, wanted);
  if (found !== undefined) return found.id;
  try {
    const created = await stripe.prices.create(
      {
        currency: 'gbp',
        unit_amount: wanted.amountPence,
        recurring: { interval: 'month' },
        lookup_key: wanted.lookupKey,
        transfer_lookup_key: true,
        product_data: { name: wanted.productName },
      },
      // Two concurrent processes create one price.
      { idempotencyKey: `price/${wanted.lookupKey}/${wanted.amountPence}` },
    );
    return created.id;
  } catch (error) {
    // Another process may have created it concurrently with other parameters.
    const concurrent = await findPrice(stripe, wanted);
    if (concurrent !== undefined) return concurrent.id;
    throw error;
  }
}
