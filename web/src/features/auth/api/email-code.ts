import type { TokenAnswer } from '#services/contract/auth.ts';
import { post } from '#web/lib/http.ts';

/** Requests an email with a code. The answer does not reveal whether the account exists. */
export const requestEmailCode = async (email: string): Promise<void> => {
  await post<unknown>('/api/auth/email-code', { email });
};

type Proof = { readonly email: string; readonly code: string } | { readonly token: string };

/** Signs in with the code or the link of the email, and returns the token. Throws `ApiError`: INVALID_SIGN_IN_CODE, INVALID_SIGN_IN_LINK. */
export const verifyEmailCode = async (proof: Proof, keepSignedIn: boolean): Promise<string> => {
  const { token } = await post<TokenAnswer>('/api/auth/email-code/verify', { ...proof, keepSignedIn });
  return token;
};
