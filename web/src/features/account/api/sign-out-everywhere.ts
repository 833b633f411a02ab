import { post } from '#web/lib/http.ts';
import { removeToken } from '#web/lib/session-token.ts';

/** Ends every session of the member, this one too. Throws `ApiError`. */
export const signOutEverywhere = async (): Promise<void> => {
  await post<unknown>('/api/auth/signout-everywhere');
  removeToken();
};
