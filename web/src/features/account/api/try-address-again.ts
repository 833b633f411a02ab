import { post } from '#web/lib/http.ts';

/** Asks for another email to an address from which mail came back. Throws `ApiError`. */
export const tryAddressAgain = async (): Promise<void> => {
  await post<unknown>('/api/user/email/try-again');
};
