import type { ConfirmEmailBody } from '#services/contract/account.ts';
import { post } from '#web/lib/http.ts';
import { removeToken } from '#web/lib/session-token.ts';

/** Cancels a change of address and signs out everywhere, also in this browser. Throws `ApiError`: INVALID_CANCEL_LINK. */
export const cancelEmailChange = async (body: ConfirmEmailBody): Promise<void> => {
  await post<unknown>('/api/auth/cancel-email-change', body);
  removeToken();
};
