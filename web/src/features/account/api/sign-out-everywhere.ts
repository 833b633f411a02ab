import { post } from '../../../lib/http.ts';
import { removeToken } from '../../../lib/session-token.ts';

/** Ends every session of the member, this one too. Throws `ApiError`. */
export const signOutEverywhere = async (): Promise<void> => {
  await post<unknown>('/api/auth/signout-everywhere');
  removeToken();
};
