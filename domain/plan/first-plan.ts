import type { PlanDetails } from './events.ts';

/**
 * The plan that every studio opens with (spec 000 section 9). Its id is fixed, below where the id sequence starts, so that opening
 * the studio twice creates it once. Memberships from before there were plans are of it.
 */
export const firstPlan: PlanDetails = {
  planId: 1,
  name: 'Monthly Membership',
  pricePence: 18_000,
  passes: 12,
  interval: 'month',
  priority: true,
  description: '12 class passes per month for all class types, with priority booking.',
  onSale: true,
  order: 1,
};
