import type { ScopedMutator } from 'swr';
import type { AdminPlansAnswer } from '#services/contract/plans.ts';
import { useRead } from '#web/lib/use-read.ts';

export const plansPath = '/api/admin/plans';

/** Every plan, including those off sale and the retired ones; live updates refresh it. */
export const usePlans = () => useRead<AdminPlansAnswer>(plansPath);

/** Reloads the staff's plans and the public ones. */
export const refreshPlans = (mutate: ScopedMutator): Promise<unknown> =>
  Promise.all([mutate(plansPath), mutate('/api/membership/plans')]);
