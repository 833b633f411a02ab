import { PaymentNotFound, translateErrors } from './errors.ts';
import type { RecurringPrice } from './recurring-price.ts';
import type { Stripe } from './stripe-sdk.ts';
import { type SubscriptionFacts, subscriptionFacts } from './subscription-facts.ts';

interface NextPeriodChange {
  price: RecurringPrice;
  metadata: Record<string, string>;
}

interface UpgradeChange {
  price: RecurringPrice;
  /** In whole seconds. */
  at: Date;
}

interface CollectionPause {
  /** In whole seconds. Invoices are made and voided until then. */
  resumesAt: Date;
  metadata: Record<string, string>;
}

/** What changes a subscription that exists, or shows what a change would charge. */
export interface SubscriptionChanges {
  /** Ends the subscription with its current period, or withdraws that. */
  setCancelAtPeriodEnd(id: string, cancel: boolean, idempotencyKey: string): Promise<SubscriptionFacts>;
  /**
   * Charges another price from the next period on, and nothing now. If it recurs at another interval, its first period begins when
   * the current one ends.
   */
  changeNextPeriod(id: string, change: NextPeriodChange, idempotencyKey: string): Promise<SubscriptionFacts>;
  /** Computes what going over to a dearer price at an instant would charge for the rest of the period. */
  previewUpgrade(id: string, change: UpgradeChange): Promise<{ amountPence: number }>;
  /**
   * Goes over to a dearer price as of an instant, and charges the rest of the period immediately. @throws PaymentDeclined, and then nothing
   * has changed
   */
  upgradeNow(
    id: string,
    change: UpgradeChange & { metadata: Record<string, string> },
    idempotencyKey: string,
  ): Promise<SubscriptionFacts>;
  /** Voids every invoice of the subscription until an instant, at which Stripe goes on charging by itself. */
  pauseCollection(id: string, pause: CollectionPause, idempotencyKey: string): Promise<SubscriptionFacts>;
  /** Goes on charging. An empty text removes a reference. */
  resumeCollection(
    id: string,
    metadata: Record<string, string>,
    idempotencyKey: string,
  ): Promise<SubscriptionFacts>;
  /** Ends the subscription immediately without a refund; does nothing when it has ended. */
  cancelNow(id: string, idempotencyKey: string): Promise<SubscriptionFacts>;
}

const toSeconds = (instant: Date): number => instant.getTime() / 1_000;

async function readItem(stripe: Stripe, id: string): Promise<Stripe.SubscriptionItem> {
  const [item] = (await stripe.subscriptions.retrieve(id)).items.data;
  if (item === undefined) throw new Error(`Stripe returned no item of ${id}`);
  return item;
}

const isSameInterval = ({ price }: Stripe.SubscriptionItem, { interval }: RecurringPrice): boolean =>
  price.recurring?.interval === interval.unit && price.recurring.interval_count === interval.count;

/** Long, since it has one short call of Stripe for each change. */
export function createSubscriptionChanges(
  stripe: Stripe,
  getPriceId: (price: RecurringPrice) => Promise<string>,
): SubscriptionChanges {
  const update = async (id: string, change: Stripe.SubscriptionUpdateParams, idempotencyKey: string) =>
    subscriptionFacts(await stripe.subscriptions.update(id, change, { idempotencyKey }));

  return {
    setCancelAtPeriodEnd: (id, cancel, idempotencyKey) =>
      translateErrors(() => update(id, { cancel_at_period_end: cancel }, idempotencyKey)),

    changeNextPeriod: (id, { price, metadata }, idempotencyKey) =>
      translateErrors(async () => {
        const item = await readItem(stripe, id);
        const change: Stripe.SubscriptionUpdateParams = {
          items: [{ id: item.id, price: await getPriceId(price) }],
          metadata,
          proration_behavior: 'none',
          // At another interval Stripe would begin a new period now, unless a trial keeps it from charging until then.
          ...(isSameInterval(item, price) ? {} : { trial_end: item.current_period_end }),
        };
        // Stripe refuses a key that comes with other parameters, and these depend on the price that the subscription has.
        return update(id, change, `${idempotencyKey}/${item.price.id}`);
      }),

    previewUpgrade: (id, { price, at }) =>
      translateErrors(async () => {
        const item = await readItem(stripe, id);
        const preview = await stripe.invoices.createPreview({
          subscription: id,
          subscription_details: {
            items: [{ id: item.id, price: await getPriceId(price) }],
            proration_behavior: 'always_invoice',
            proration_date: toSeconds(at),
          },
        });
        return { amountPence: preview.amount_due };
      }),

    upgradeNow: (id, { price, metadata, at }, idempotencyKey) =>
      translateErrors(async () => {
        const item = await readItem(stripe, id);
        const change: Stripe.SubscriptionUpdateParams = {
          items: [{ id: item.id, price: await getPriceId(price) }],
          metadata,
          proration_behavior: 'always_invoice',
          proration_date: toSeconds(at),
          payment_behavior: 'error_if_incomplete',
        };
        return update(id, change, idempotencyKey);
      }),

    pauseCollection: (id, { resumesAt, metadata }, idempotencyKey) =>
      translateErrors(() => {
        const pause = { behavior: 'void', resumes_at: toSeconds(resumesAt) } as const;
        return update(id, { pause_collection: pause, metadata }, idempotencyKey);
      }),

    resumeCollection: (id, metadata, idempotencyKey) =>
      translateErrors(() => update(id, { pause_collection: '', metadata }, idempotencyKey)),

    cancelNow: async (id, idempotencyKey) => {
      try {
        return await translateErrors(async () =>
          subscriptionFacts(await stripe.subscriptions.cancel(id, {}, { idempotencyKey })),
        );
      } catch (error) {
        // Stripe answers 404 for a subscription that has ended.
        if (error instanceof PaymentNotFound)
          return translateErrors(async () => subscriptionFacts(await stripe.subscriptions.retrieve(id)));
        throw error;
      }
    },
  };
}
