import { useSWRConfig } from 'swr';
import type { SecondFactorAnswer } from '#services/contract/staff.ts';
import { useRead } from '#web/lib/use-read.ts';

export const secondFactorPath = '/api/staff/second-factor';

/** Whether the signed-in account has a second factor, and how many recovery codes are left. */
export const useSecondFactor = () => useRead<SecondFactorAnswer>(secondFactorPath);

/** Returns a function that reads it again after a change. */
export function useRefreshSecondFactor(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () => mutate(secondFactorPath);
}
