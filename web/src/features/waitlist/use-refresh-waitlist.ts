import { useSWRConfig } from 'swr';
import { isClassesKey, isWaitlistKey } from '#web/lib/live-keys.ts';

/** Reloads what a change of the member's place on a waitlist shows in. */
export const useRefreshWaitlist = () => {
  const { mutate } = useSWRConfig();
  return () => Promise.all([mutate(isWaitlistKey), mutate(isClassesKey)]);
};
