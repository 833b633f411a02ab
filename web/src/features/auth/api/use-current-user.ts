import useSWR from 'swr';
import type { UserAnswer } from '../../../../../services/contract/auth.ts';
import { readOnce } from '../../../lib/data.ts';

export const currentUserKey = '/api/auth/user';

export type User = UserAnswer['user'];

const fresh = 5 * 60_000;

/** The signed-in member. Asked for only with a token, fresh for five minutes, not asked again on focus or mount. */
export const useCurrentUser = (token: string | null): { user: User | null; isLoading: boolean } => {
  const { data, isLoading } = useSWR<UserAnswer | undefined>(token === null ? null : currentUserKey, {
    ...readOnce,
    dedupingInterval: fresh,
  });
  return { user: data?.user ?? null, isLoading };
};
