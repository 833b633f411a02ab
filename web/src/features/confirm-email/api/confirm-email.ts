import type { ConfirmEmailBody } from '../../../../../services/contract/account.ts';
import { post } from '../../../lib/http.ts';

/** Gives the account its new address. Throws `ApiError`: INVALID_EMAIL_LINK. */
export const confirmEmail = (body: ConfirmEmailBody): Promise<unknown> =>
  post('/api/auth/confirm-email', body);
