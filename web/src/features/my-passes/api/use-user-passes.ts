import useSWR from 'swr';
import type { UserPassesAnswer } from '../../../../../services/contract/wallet.ts';

interface UserPasses {
  readonly passes: UserPassesAnswer | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Every lot of passes the member has had; undefined while they load or when signed out. */
export const useUserPasses = (signedIn: boolean): UserPasses => {
  const { data, error, mutate } = useSWR<UserPassesAnswer | undefined>(signedIn ? '/api/user/passes' : null);
  return { passes: data, failed: data === undefined && error !== undefined, retry: () => void mutate() };
};
