import type { ResetPasswordBody } from '#services/contract/account.ts';
import { post } from '#web/lib/http.ts';

/** Sets a new password with the token of the emailed link. Throws `ApiError`: INVALID_RESET_LINK. */
export const resetPassword = async (body: ResetPasswordBody): Promise<void> => {
  await post<unknown>('/api/auth/reset-password', body);
};
