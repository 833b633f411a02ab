import type { ChangePasswordBody } from '#services/contract/account.ts';
import { request } from '#web/lib/http.ts';

/** Changes the password and ends every other session. Throws `ApiError`: INVALID_INPUT for a wrong current password. */
export const changePassword = async (body: ChangePasswordBody): Promise<void> => {
  await request<unknown>('/api/user/password', { method: 'PUT', body });
};
