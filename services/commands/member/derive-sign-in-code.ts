/** A keyed hash of text, 64 hex digits. */
export type SignInSecret = (text: string) => string;

/**
 * The six digits of a request for a code. They are the same on every call: a job that crashed cannot know whether its email was sent,
 * and the code in it must work.
 */
export const deriveSignInCode = (secret: SignInSecret, requestId: string): string =>
  (Number.parseInt(secret(`code/${requestId}`).slice(0, 12), 16) % 1_000_000).toString().padStart(6, '0');

/** The secret of the link beside the code, which names its request. */
export const deriveSignInToken = (secret: SignInSecret, requestId: string): string =>
  `${requestId}.${secret(`link/${requestId}`)}`;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The request that a link's secret names; null for text that names none. */
export function readRequestId(token: string): string | null {
  const [id = ''] = token.split('.');
  return uuid.test(id) ? id : null;
}
