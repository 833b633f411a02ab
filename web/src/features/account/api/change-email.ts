import type { ChangeEmailBody } from '#services/contract/account.ts';
import { post } from '#web/lib/http.ts';

/** Has a link sent to the new address; the address changes when that link is opened. Throws `ApiError`. */
export const changeEmail = (body: ChangeEmailBody): Promise<unknown> => post('/api/user/email', body);
