import { post } from '#web/lib/http.ts';

/** Requests an email with a reset link. The answer does not reveal whether the account exists. */
export const requestPasswordReset = async (email: string): Promise<void> => {
  await post<unknown>('/api/auth/forgot-password', { email });
};
