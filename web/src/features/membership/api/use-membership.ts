import type { MembershipAnswer } from '#services/contract/membership.ts';
import { useRead } from '#web/lib/use-read.ts';

export const membershipKey = '/api/membership';

/** The member's membership, cached for two minutes; undefined while loading or signed out. */
export const useMembership = (isSignedIn: boolean) => {
  const { data, hasFailed, retry } = useRead<MembershipAnswer>(isSignedIn ? membershipKey : null, {
    dedupingInterval: 2 * 60_000,
  });
  return { membership: data, hasFailed, retry };
};
