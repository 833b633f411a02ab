import type { EraseBody } from '../../../../../services/contract/account.ts';
import { request } from '../../../lib/http.ts';
import { removeToken } from '../../../lib/session-token.ts';

/** Deletes the account for ever. Throws `ApiError`: INVALID_INPUT when the password is wrong. */
export const deleteAccount = async (body: EraseBody): Promise<void> => {
  await request<unknown>('/api/user', { method: 'DELETE', body });
  removeToken();
};
