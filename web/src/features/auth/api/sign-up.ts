import type { SignUpBody, TokenAnswer } from '#services/contract/auth.ts';
import { post } from '#web/lib/http.ts';

/** Creates the account and returns the token. Throws `ApiError`: EMAIL_TAKEN, INVALID_INPUT. */
export const signUp = async (body: SignUpBody): Promise<string> => {
  const { token } = await post<TokenAnswer>('/api/auth/signup', body);
  return token;
};
