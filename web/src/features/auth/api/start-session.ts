import type { ScopedMutator } from 'swr';
import type { UserAnswer } from '#services/contract/auth.ts';
import { request } from '#web/lib/http.ts';
import { storeToken } from '#web/lib/session-token.ts';
import { checkPushDevice } from './check-push-device.ts';
import { currentUserKey } from './use-current-user.ts';

/** Stores the token once the member is cached, so that the page never renders a signed-in state without the member. */
export const startSession = async (token: string, mutate: ScopedMutator): Promise<void> => {
  try {
    const answer = await request<UserAnswer>(currentUserKey, { token });
    await mutate(currentUserKey, answer, { revalidate: false });
  } catch (error) {
    console.warn('Could not load the member after sign-in', String(error));
  }
  storeToken(token);
  checkPushDevice();
};
