import type { EraseBody } from '#services/contract/account.ts';
import { request } from '#web/lib/http.ts';
import { removeToken } from '#web/lib/session-token.ts';

/** Deletes the account permanently. Throws `ApiError`: INVALID_INPUT for a wrong password. */
export const deleteAccount = async (body: EraseBody): Promise<void> => {
  await request<unknown>('/api/user', { method: 'DELETE', body });
  removeToken();
};
