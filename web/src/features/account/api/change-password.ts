import type { ChangePasswordBody } from '../../../../../services/contract/account.ts';
import { request } from '../../../lib/http.ts';

/** Changes the password; every other session ends. Throws `ApiError`: INVALID_INPUT when the current one is wrong. */
export const changePassword = async (body: ChangePasswordBody): Promise<void> => {
  await request<unknown>('/api/user/password', { method: 'PUT', body });
};
