import { BrevoError, BrevoTimeoutError } from '@getbrevo/brevo';

/** Brevo is unavailable (network, timeout, 5xx, rate limit, refused key); the job is retried. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable';
}

/** Brevo rejects the request for good, for example an invalid address; a retry would not help. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  /** Brevo's error code, e.g. `invalid_parameter`. */
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    // Brevo's own message may contain the address, which must not be logged.
    super(`The mail provider refused the request (${code}).`, options);
    this.code = code;
  }
}

const TEMPORARY_STATUSES = new Set([401, 402, 403, 408, 425, 429]);

/** Returns Brevo's code of an error response; null of another error. */
export function getBrevoCode(error: unknown): string | null {
  if (!(error instanceof BrevoError) || typeof error.body !== 'object' || error.body === null) return null;
  const code: unknown = Reflect.get(error.body, 'code');
  return typeof code === 'string' ? code : null;
}

/** Translates the SDK's error. The cause is left out, because it contains the response. */
export function translateBrevoError(error: unknown): unknown {
  if (error instanceof BrevoTimeoutError)
    return new MailUnavailable('The mail provider did not answer in time.');
  if (!(error instanceof BrevoError)) return error;
  const status = error.statusCode;
  if (status === undefined || status < 400 || status >= 500 || TEMPORARY_STATUSES.has(status)) {
    return new MailUnavailable(`The mail provider is not available (${status ?? 'no answer'}).`);
  }
  return new MailRefused(getBrevoCode(error) ?? String(status));
}

/**
 * Whether a response is not Brevo's, for example a proxy's page of HTML with status 200, which the SDK (6.0) returns like a result.
 */
export function isForeignResponse(response: unknown): boolean {
  return typeof response === 'object' && response !== null && 'ok' in response && response.ok === false;
}
