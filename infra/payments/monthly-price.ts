import type { Stripe } from './stripe-sdk.ts';

export interface MonthlyPrice {
  /** By which it is found again at Stripe. */
  lookupKey: string;
  amountPence: number;
  /** As the payment page names it. */
  productName: string;
}

function isIt(price: Stripe.Price, { amountPence }: MonthlyPrice): boolean {
  return (
    price.unit_amount === amountPence && price.currency === 'gbp' && price.recurring?.interval === 'month'
  );
}

async function find(stripe: Stripe, wanted: MonthlyPrice): Promise<Stripe.Price | undefined> {
  const { data } = await stripe.prices.list({ lookup_keys: [wanted.lookupKey], active: true });
  return data.find((price) => isIt(price, wanted));
}

/**
 * The id of that price at Stripe, which is made when it is not there, with a product of its own. A price of another amount that has
 * the lookup key loses it; subscriptions to it go on at the old price.
 */
export async function ensureMonthlyPrice(stripe: Stripe, wanted: MonthlyPrice): Promise<string> {
  const found = await find(stripe, wanted);
  if (found !== undefined) return found.id;
  try {
    const made = await stripe.prices.create(
      {
        currency: 'gbp',
        unit_amount: wanted.amountPence,
        recurring: { interval: 'month' },
        lookup_key: wanted.lookupKey,
        transfer_lookup_key: true,
        product_data: { name: wanted.productName },
      },
      // Two processes that find none make one.
      { idempotencyKey: `price/${wanted.lookupKey}/${wanted.amountPence}` },
    );
    return made.id;
  } catch (error) {
    // Made by another at the same time, though not with the same words.
    const now = await find(stripe, wanted);
    if (now !== undefined) return now.id;
    throw error;
  }
}
