import type { Plan, PlansAnswer } from '#services/contract/plans.ts';
import { useRead } from '#web/lib/use-read.ts';

export const plansKey = '/api/membership/plans';

interface Plans {
  /** Those on sale, the first one first; undefined while they load. */
  readonly plans: readonly Plan[] | undefined;
  readonly hasFailed: boolean;
}

/** The plans of membership that can be started. */
export const usePlans = (): Plans => {
  const { data, hasFailed } = useRead<PlansAnswer>(plansKey);
  return { plans: data?.plans, hasFailed };
};
