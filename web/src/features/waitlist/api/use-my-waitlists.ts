import type { MyWaitlistsAnswer } from '#services/contract/waitlist.ts';
import { useRead } from '#web/lib/use-read.ts';

/** The member's waitlists, next class first; empty when the read failed, undefined while loading or signed out. */
export const useMyWaitlists = (isSignedIn: boolean) => {
  const { data, hasFailed } = useRead<MyWaitlistsAnswer>(isSignedIn ? '/api/waitlist/mine' : null);
  return { waitlists: hasFailed ? [] : data?.lines };
};
