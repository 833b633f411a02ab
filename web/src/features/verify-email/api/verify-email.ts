import type { VerifyEmailBody } from '#services/contract/account.ts';
import { post } from '#web/lib/http.ts';

/** Confirms that the member reads mail to the address. Throws `ApiError`: INVALID_EMAIL_PROOF. */
export const verifyEmail = (body: VerifyEmailBody): Promise<unknown> => post('/api/auth/verify-email', body);
