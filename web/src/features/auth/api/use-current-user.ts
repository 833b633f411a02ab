import useSWR from 'swr';
import type { UserAnswer } from '#services/contract/auth.ts';
import { readOnce } from '#web/lib/swr-options.ts';

export const currentUserKey = '/api/auth/user';

export type User = UserAnswer['user'];

/** The signed-in member; loaded only with a token, and cached for five minutes. */
export const useCurrentUser = (token: string | null): { user: User | null; isLoading: boolean } => {
  const { data, isLoading } = useSWR<UserAnswer | undefined>(token === null ? null : currentUserKey, {
    ...readOnce,
    dedupingInterval: 5 * 60_000,
  });
  return { user: data?.user ?? null, isLoading };
};
