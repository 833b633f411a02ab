import type { PlanTerms } from '../plan/terms.ts';

/**
 * The passes that come with an upgrade within a period. The share of the additional passes equals the paid share of
 * the difference in price, rounded up. A member who upgrades halfway pays half of the difference and gets half of the passes.
 * 0 when it is no upgrade.
 */
export function countUpgradePasses(from: PlanTerms, to: PlanTerms, paidPence: number): number {
  const morePasses = to.passes - from.passes;
  const morePence = to.pricePence - from.pricePence;
  if (morePasses <= 0 || morePence <= 0 || paidPence <= 0) return 0;
  return Math.min(morePasses, Math.ceil((morePasses * paidPence) / morePence));
}
