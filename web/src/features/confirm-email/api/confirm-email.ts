import type { ConfirmEmailBody } from '#services/contract/account.ts';
import { post } from '#web/lib/http.ts';

/** Changes the account's address to the one that the link was sent to. Throws `ApiError`: INVALID_EMAIL_LINK. */
export const confirmEmail = (body: ConfirmEmailBody): Promise<unknown> =>
  post('/api/auth/confirm-email', body);
