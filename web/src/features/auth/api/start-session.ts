import type { ScopedMutator } from 'swr';
import type { UserAnswer } from '../../../../../services/contract/auth.ts';
import { request } from '../../../lib/http.ts';
import { storeToken } from '../../../lib/session-token.ts';
import { currentUserKey } from './use-current-user.ts';

/** Keeps the token, with the member's data already at hand, so that the page goes from signed-out to signed-in at once. */
export const startSession = async (token: string, mutate: ScopedMutator): Promise<void> => {
  try {
    const answer = await request<UserAnswer>(currentUserKey, { token });
    await mutate(currentUserKey, answer, { revalidate: false });
  } catch (error) {
    console.warn('The member could not be read yet', String(error));
  }
  storeToken(token);
};
