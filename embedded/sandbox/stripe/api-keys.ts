import { StripeApiError } from './api-error.ts';

export interface ApiKeys {
  secretKey: string;
  publishableKey: string;
}

function createUnauthorisedError(message: string, code?: string): StripeApiError {
  return new StripeApiError(401, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
  });
}

/** Returns the key of `Authorization: Bearer …`, or the user name of Basic. */
function readHeaderKey(header: string | undefined): string | null {
  const [scheme = '', value = ''] = (header ?? '').split(' ');
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString().split(':')[0] ?? '';
  return null;
}

/** Returns which key the caller has. Browsers may send it as the field `key`. @throws StripeApiError 401 */
export function identifyCaller(
  header: string | undefined,
  field: string | null,
  keys: ApiKeys,
): 'secret' | 'publishable' {
  const key = readHeaderKey(header) ?? field ?? '';
  if (key === keys.secretKey) return 'secret';
  if (key === keys.publishableKey) return 'publishable';
  if (key === '') {
    throw createUnauthorisedError(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  throw createUnauthorisedError(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`);
}
