import type { AdminPlan } from '#services/contract/plans.ts';

export type PlanStatus = 'On sale' | 'Off sale' | 'Retired';

export const describePlanStatus = ({
  onSale,
  isRetired,
}: Pick<AdminPlan, 'onSale' | 'isRetired'>): PlanStatus => {
  if (isRetired) return 'Retired';
  return onSale ? 'On sale' : 'Off sale';
};
