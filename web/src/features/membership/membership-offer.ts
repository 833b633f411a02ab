import type { Plan } from '#services/contract/plans.ts';
import { usePlans } from './api/use-plans.ts';

/** The terms of a plan that the offer shows. */
export type OfferedPlan = Pick<Plan, 'name' | 'pricePence' | 'passes' | 'interval' | 'priority'> & {
  /** Null for the plan of the specification, which stands in when the plans cannot be loaded. */
  readonly id: number | null;
};

const specifiedPlan: OfferedPlan = {
  id: null,
  name: 'Monthly Membership',
  pricePence: 18_000,
  passes: 12,
  interval: 'month',
  priority: true,
};

interface Offer {
  readonly plan: OfferedPlan;
  /** It is not known yet, so `plan` only keeps the space. */
  readonly isLoading: boolean;
  /** No plan is on sale. */
  readonly isClosed: boolean;
}

/** The plan that is offered first. */
export const useOffer = (): Offer => {
  const { plans, hasFailed } = usePlans();
  return {
    plan: plans?.[0] ?? specifiedPlan,
    isLoading: plans === undefined && !hasFailed,
    isClosed: plans?.length === 0,
  };
};

type PricedPass = { readonly classes: number; readonly pricePerClass: number; readonly signUpOnly: boolean };

interface Saving {
  readonly percent: number;
  readonly pounds: number;
}

/**
 * How much less a class costs than with a Single Class pass, in whole percent and in pounds. Null while the catalogue
 * loads, and when it has no Single Class or the class is not cheaper.
 */
export function calculateSaving(perClass: number, passes: readonly PricedPass[] | undefined): Saving | null {
  const single = passes?.find((pass) => pass.classes === 1 && !pass.signUpOnly);
  if (!single || single.pricePerClass <= perClass) return null;
  const pounds = single.pricePerClass - perClass;
  return { percent: Math.round((pounds / single.pricePerClass) * 100), pounds };
}
