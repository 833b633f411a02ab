import type { PlanInterval } from '#domain/plan/events.ts';
import { firstPlanTerms, type PlanTerms } from '#domain/plan/terms.ts';
import type { RecurringPrice } from '#infra/payments/recurring-price.ts';

const intervals: Readonly<Record<PlanInterval, RecurringPrice['interval']>> = {
  month: { unit: 'month', count: 1 },
  '4_weeks': { unit: 'week', count: 4 },
};

/** The key of the first plan's price since before there were plans. */
const FIRST_KEY = 'monthly-membership';

/** A plan's price as Stripe sells it. */
export function toStripePrice({ planId, name, pricePence, interval }: PlanTerms): RecurringPrice {
  const isFirst =
    planId === firstPlanTerms.planId &&
    pricePence === firstPlanTerms.pricePence &&
    interval === firstPlanTerms.interval;
  return {
    lookupKey: isFirst ? FIRST_KEY : `plan-${planId}-${pricePence}-${interval}`,
    amountPence: pricePence,
    interval: intervals[interval],
    product: { id: `membership-plan-${planId}`, name },
  };
}
