import type { PlanInterval } from './events.ts';

/** What one period of a plan is called. */
export const periodNames: Readonly<Record<PlanInterval, string>> = {
  month: 'month',
  '4_weeks': 'four weeks',
};

/** What plans bring in a month: thirteen periods of four weeks are twelve months. Rounded once, over all of them. */
export function sumMonthlyPence(
  plans: readonly { readonly pricePence: number; readonly interval: PlanInterval }[],
): number {
  const twelfths = plans.reduce(
    (sum, { pricePence, interval }) => sum + pricePence * (interval === '4_weeks' ? 13 : 12),
    0,
  );
  return Math.round(twelfths / 12);
}
