import { post } from '../../../lib/http.ts';

/** Asks for an email with a reset link; the answer is the same whether or not the account exists. */
export const requestPasswordReset = async (email: string): Promise<void> => {
  await post<unknown>('/api/auth/forgot-password', { email });
};
