import type { PlanDetails } from './events.ts';
import { firstPlan } from './first-plan.ts';

/** What a membership has of its plan, as it was sold. */
export interface PlanTerms
  extends Pick<PlanDetails, 'planId' | 'name' | 'pricePence' | 'passes' | 'interval' | 'priority'> {
  /** The number of the plan's version that was sold, from 1. */
  version: number;
}

const toTerms = (
  { planId, name, pricePence, passes, interval, priority }: PlanDetails,
  version: number,
): PlanTerms => ({ planId, version, name, pricePence, passes, interval, priority });

/** The terms of every membership from before there were plans. */
export const firstPlanTerms: PlanTerms = toTerms(firstPlan, 1);

/** The terms of one version of a plan; undefined for a version that there never was. */
export function findTerms(versions: readonly PlanDetails[], version: number): PlanTerms | undefined {
  const details = versions[version - 1];
  return details && toTerms(details, version);
}

/** Whether two are the same as far as a charge is concerned. */
export const isSameTerms = (a: PlanTerms, b: PlanTerms): boolean =>
  a.planId === b.planId && a.version === b.version && a.pricePence === b.pricePence;
