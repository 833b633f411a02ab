import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { TokenAnswer } from '#services/contract/auth.ts';
import type { PasskeyOptionsAnswer, PasskeyRequestAnswer } from '#services/contract/passkeys.ts';
import { post } from '#web/lib/http.ts';

/** EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];

/** Whether the person, or another question of the browser, ended this one. */
const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Runs a question of the browser; null when it was cancelled. */
const ask = async <T>(question: Promise<T>): Promise<T | null> => {
  try {
    return await question;
  } catch (error) {
    if (isCancelled(error)) return null;
    throw error;
  }
};

/** Makes a passkey for the signed-in member. False when the person cancels. Throws `ApiError`, and `AlreadyHere` if the device has one. */
export const createPasskey = async (user: { email: string; name: string }): Promise<boolean> => {
  const { challenge, rpId, rpName, userHandle, exclude } = await post<PasskeyOptionsAnswer>(
    '/api/user/passkeys/options',
  );
  const created = await ask(
    startRegistration({
      optionsJSON: {
        challenge,
        rp: { id: rpId, name: rpName },
        user: { id: userHandle, name: user.email, displayName: user.name },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: exclude.map((id) => ({ type: 'public-key', id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    }),
  );
  if (created === null) return false;
  const { id, rawId, type, response } = created;
  const { clientDataJSON, attestationObject } = response;
  await post('/api/user/passkeys', { id, rawId, type, response: { clientDataJSON, attestationObject } });
  return true;
};

/** Whether the browser refused because this device has a passkey of the member. */
export const isAlreadyHere = (error: unknown): boolean =>
  error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';

interface SignInOptions {
  /** Offers the passkeys among the suggestions of the email field, in place of a question. */
  readonly isAutofill: boolean;
  /** Read when the person has chosen. */
  readonly keepSignedIn: () => boolean;
  /** Whether to ask still, once the server has answered. */
  readonly isWanted?: () => boolean;
}

/** Signs in with a passkey and returns the token; null when the person cancels. Throws `ApiError`: INVALID_PASSKEY. */
export const signInWithPasskey = async ({
  isAutofill,
  keepSignedIn,
  isWanted,
}: SignInOptions): Promise<string | null> => {
  if (isAutofill && !(await browserSupportsWebAuthnAutofill())) return null;
  const { challenge, rpId } = await post<PasskeyRequestAnswer>('/api/auth/passkey/options');
  if (isWanted?.() === false) return null;
  const signed = await ask(
    startAuthentication({
      optionsJSON: { challenge, rpId, userVerification: 'required' },
      useBrowserAutofill: isAutofill,
    }),
  );
  if (signed === null) return null;
  const { id, rawId, type, response } = signed;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const { token } = await post<TokenAnswer>('/api/auth/passkey', {
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature, userHandle },
    keepSignedIn: keepSignedIn(),
  });
  return token;
};

/** Ends the question that is open, if one is. */
export const cancelQuestion = (): void => WebAuthnAbortService.cancelCeremony();
