import { StripeApiError } from './api-error.ts';

export interface ApiKeys {
  secretKey: string;
  publishableKey: string;
}

function unauthorised(message: string, code?: string): StripeApiError {
  return new StripeApiError(401, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
  });
}

/** The key in `Authorization: Bearer …`, or the user name of Basic. */
function fromHeader(header: string | undefined): string | null {
  const [scheme = '', value = ''] = (header ?? '').split(' ');
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString().split(':')[0] ?? '';
  return null;
}

/** Who calls. Browsers may send their key as the field `key`. @throws StripeApiError 401 */
export function callerOf(
  header: string | undefined,
  field: string | null,
  keys: ApiKeys,
): 'secret' | 'publishable' {
  const key = fromHeader(header) ?? field ?? '';
  if (key === keys.secretKey) return 'secret';
  if (key === keys.publishableKey) return 'publishable';
  if (key === '') {
    throw unauthorised(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  throw unauthorised(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`);
}
