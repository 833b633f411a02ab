import useSWR from 'swr';
import type { UserAnswer } from '#services/contract/auth.ts';
import { readToken, storeToken } from '#web/lib/session-token.ts';
import { fetcher, readOnce } from '#web/lib/swr-options.ts';

export const currentUserKey = '/api/auth/user';

export type User = UserAnswer['user'];

/** Reads the member, and stores the token that renews the request's, unless that is no longer the stored one. */
const readUser = async (path: string): Promise<UserAnswer | undefined> => {
  const token = readToken();
  const answer = await fetcher<UserAnswer>(path);
  if (answer?.token !== undefined && readToken() === token) storeToken(answer.token);
  return answer;
};

/** The signed-in member; loaded only with a token, and cached for five minutes. */
export const useCurrentUser = (token: string | null): { user: User | null; isLoading: boolean } => {
  const { data, isLoading } = useSWR<UserAnswer | undefined>(
    token === null ? null : currentUserKey,
    readUser,
    {
      ...readOnce,
      dedupingInterval: 5 * 60_000,
    },
  );
  return { user: data?.user ?? null, isLoading };
};
