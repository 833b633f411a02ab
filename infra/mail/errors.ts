import { BrevoError, BrevoTimeoutError } from '@getbrevo/brevo';

/** Brevo can't be asked now (network, timeout, 5xx, rate limit, refused key): the job tries again later. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable';
}

/** Brevo will never take this request, e.g. an address that can't exist: trying again is of no use. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  /** Brevo's own word for it, e.g. `invalid_parameter`. */
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    // Brevo's sentence may quote the address, which must not reach a log.
    super(`The mail provider refused the request (${code}).`, options);
    this.code = code;
  }
}

const PASSING = new Set([401, 402, 403, 408, 425, 429]);

/** Brevo's machine-readable code of an error answer, if that is what it is. */
export function brevoCode(error: unknown): string | null {
  if (!(error instanceof BrevoError) || typeof error.body !== 'object' || error.body === null) return null;
  const code: unknown = Reflect.get(error.body, 'code');
  return typeof code === 'string' ? code : null;
}

/** What the rest of the product knows instead of an error of the SDK. The cause is left out: it carries the request's answer. */
export function translateBrevoError(error: unknown): unknown {
  if (error instanceof BrevoTimeoutError)
    return new MailUnavailable('The mail provider did not answer in time.');
  if (!(error instanceof BrevoError)) return error;
  const status = error.statusCode;
  if (status === undefined || status < 400 || status >= 500 || PASSING.has(status)) {
    return new MailUnavailable(`The mail provider is not available (${status ?? 'no answer'}).`);
  }
  return new MailRefused(brevoCode(error) ?? String(status));
}

/**
 * Whether an answer is something that stands between us and Brevo speaking, a page of HTML with a 200 say: the SDK (6.0) hands
 * such a one over as if it were the answer, with the reason inside.
 */
export function isUnreadable(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === false;
}
