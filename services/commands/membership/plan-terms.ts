import { planDecider } from '#domain/plan/decider.ts';
import { findTerms, firstPlanTerms, type PlanTerms } from '#domain/plan/terms.ts';
import type { CommandDeps } from '../define-command.ts';

/**
 * The reference to a plan's terms on a subscription at Stripe. Each invoice has a copy from the time at which it was
 * made. So a paid period has the terms it was charged under, whatever has changed since.
 */
export const toPlanMetadata = ({ planId, version, pricePence }: PlanTerms): Record<string, string> => ({
  planId: String(planId),
  planVersion: String(version),
  planPricePence: String(pricePence),
});

/** Reads the terms of that reference; those of the first plan when there is none. */
export async function readPlanTerms(
  { deciders }: CommandDeps,
  { planId, planVersion, planPricePence }: Readonly<Record<string, string>>,
): Promise<PlanTerms> {
  if (planId === undefined) return firstPlanTerms;
  const { state } = await deciders.load(planDecider, planId);
  const terms = findTerms(state.versions, Number(planVersion));
  if (terms === undefined)
    throw new Error(`Stripe names version ${planVersion} of plan ${planId}, which never was`);
  const pricePence = Number(planPricePence);
  return Number.isInteger(pricePence) ? { ...terms, pricePence } : terms;
}
