import type { RegistrationBody } from '../../../../../services/contract/registrations.ts';
import { post } from '../../../lib/http.ts';

/** Asks to be told when memberships open. Throws `ApiError`: INVALID_INPUT. */
export const registerInterest = async ({ message, ...who }: RegistrationBody): Promise<void> => {
  await post<unknown>('/api/registrations', message ? { ...who, message } : who);
};
