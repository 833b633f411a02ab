import type { SignInBody, TokenAnswer } from '#services/contract/auth.ts';
import { post } from '#web/lib/http.ts';

/** Signs in and returns the token. Throws `ApiError`: WRONG_CREDENTIALS. */
export const signIn = async (body: SignInBody): Promise<string> => {
  const { token } = await post<TokenAnswer>('/api/auth/signin', body);
  return token;
};
