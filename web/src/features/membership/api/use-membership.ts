import useSWR from 'swr';
import type { MembershipAnswer } from '../../../../../services/contract/membership.ts';

export const membershipKey = '/api/membership';

const fresh = 2 * 60_000;

interface MembershipRead {
  /** Undefined until known, and when signed out. */
  readonly membership: MembershipAnswer | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** The member's membership, fresh for two minutes; a change of the wallet has it read again at once. */
export const useMembership = (signedIn: boolean): MembershipRead => {
  const { data, error, mutate } = useSWR<MembershipAnswer | undefined>(signedIn ? membershipKey : null, {
    dedupingInterval: fresh,
  });
  return {
    membership: data,
    failed: data === undefined && error !== undefined,
    retry: () => void mutate(),
  };
};
