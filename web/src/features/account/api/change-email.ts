import type { ChangeEmailBody } from '../../../../../services/contract/account.ts';
import { post } from '../../../lib/http.ts';

/** Asks for a link to the new address; nothing changes until it is opened. Throws `ApiError`. */
export const changeEmail = (body: ChangeEmailBody): Promise<unknown> => post('/api/user/email', body);
