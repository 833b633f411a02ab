import type { ChangedFacts } from '#services/contract/changed-since.ts';
import type { ErrorAnswer, ErrorCode } from '#services/contract/errors.ts';

/**
 * The server's codes, and one each for a missing answer, an answer that is not the API's, `success: false` in a 200, and a script that a
 * request needs and that could not be fetched.
 */
type ClientErrorCode = ErrorCode | 'OFFLINE' | 'UNEXPECTED' | 'UNSUCCESSFUL' | 'SCRIPT_MISSING';

interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

interface ApiErrorParts {
  readonly status: number;
  readonly code: ClientErrorCode;
  readonly message: string;
  readonly raw: string;
  readonly issues?: readonly FieldIssue[] | undefined;
  readonly requestId?: string | undefined;
  readonly classes?: ErrorAnswer['classes'];
  readonly changed?: ErrorAnswer['changed'];
  readonly change?: ErrorAnswer['change'];
  readonly keys?: ErrorAnswer['keys'];
  readonly overlaps?: ErrorAnswer['overlaps'];
}

/**
 * A failed request. `message` is a sentence for the person; `raw` (and `String(error)`) is the spec's
 * '{status}: {text}'. Status 0 means that no answer came.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ClientErrorCode;
  readonly raw: string;
  readonly issues: readonly FieldIssue[];
  readonly requestId: string | undefined;
  /** With INSTRUCTOR_HAS_CLASSES: the classes that block the change. */
  readonly classes: NonNullable<ErrorAnswer['classes']>;
  /** With CHANGED_SINCE: what changed, as the page showed it and as it is. */
  readonly changed: ChangedFacts;
  /** With CHANGED_SINCE about a rule: who changed it last, and when. */
  readonly change: ErrorAnswer['change'];
  /** With RULES_CONTRADICT: the rules that do. */
  readonly keys: readonly string[];
  /** With OVERLAPS_BOOKING: the booking at that time. */
  readonly overlaps: ErrorAnswer['overlaps'];

  constructor(parts: ApiErrorParts) {
    super(parts.message);
    this.name = 'ApiError';
    this.status = parts.status;
    this.code = parts.code;
    this.raw = parts.raw;
    this.issues = parts.issues ?? [];
    this.requestId = parts.requestId;
    this.classes = parts.classes ?? [];
    this.changed = parts.changed ?? {};
    this.change = parts.change;
    this.keys = parts.keys ?? [];
    this.overlaps = parts.overlaps;
  }

  override toString(): string {
    return this.raw;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** False for the answer of a proxy in between. */
const isErrorAnswer = (body: unknown): body is ErrorAnswer =>
  isObject(body) && typeof body.error === 'string' && typeof body.code === 'string';

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const getDefaultMessage = (status: number): string => {
  if (status === 401) return 'Please sign in again.';
  if (status === 404) return 'We could not find that. Please refresh the page.';
  if (status === 429) return 'That was a little quick. Please wait a moment and try again.';
  if (status >= 500) return 'The studio is not answering just now. Please try again in a moment.';
  return 'That did not work. Please refresh the page and try again.';
};

/** The error of an answer that is not OK. */
export const toApiError = (status: number, statusText: string, text: string): ApiError => {
  const body = parseJson(text);
  const raw = `${status}: ${text || statusText}`;
  if (!isErrorAnswer(body))
    return new ApiError({ status, code: 'UNEXPECTED', message: getDefaultMessage(status), raw });
  return new ApiError({
    status,
    code: body.code,
    message: body.error,
    raw,
    issues: body.issues,
    requestId: body.requestId,
    classes: body.classes,
    changed: body.changed,
    change: body.change,
    keys: body.keys,
    overlaps: body.overlaps,
  });
};

/** The error of a request that got no answer. */
export const createOfflineError = (cause: unknown): ApiError =>
  new ApiError({
    status: 0,
    code: 'OFFLINE',
    message: 'We cannot reach the studio. Please check your connection and try again.',
    raw: `0: ${cause instanceof Error ? cause.message : 'no answer'}`,
  });

/** The error of a script that could not be fetched. Browsers remember that until the page is loaded again. */
export const createMissingScriptError = (cause: unknown): ApiError =>
  new ApiError({
    status: 0,
    code: 'SCRIPT_MISSING',
    message: 'A part of this page did not load. Please check your connection and load the page again.',
    raw: `0: ${String(cause)}`,
  });

/** The error of an answer with status 200 and `success: false`; its sentence may be missing. */
export const createUnsuccessfulError = (status: number, message: string): ApiError =>
  new ApiError({ status, code: 'UNSUCCESSFUL', message, raw: `${status}: ${message}` });

/** Throws the error of an answer with `success: false`, whatever its status. */
export const requireSuccess = (status: number, answer: unknown): void => {
  if (!isObject(answer) || answer.success !== false) return;
  throw createUnsuccessfulError(status, typeof answer.error === 'string' ? answer.error : '');
};

/** Whether the API refused because no user is signed in. The spec also counts a message with the number, and this sentence. */
export const isSignedOutError = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 401 ||
    error.message.includes('401') ||
    error.message === 'Please sign in to view bookings');

/** The sentence to show for any caught value, or `fallback` if it has none. */
export const getErrorMessage = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message ? error.message : fallback;

/** Whether a booking failed for want of a pass: by the server's code, or by the spec's words in its message. */
export const isMissingPassError = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NO_PASS' || /class (credits|pass)/i.test(error.message));

const hasOwnSentence = ({ code, message }: ApiError): boolean => {
  // The fallbacks are the spec's; a user whose device is offline is better served by that reason.
  if (code === 'OFFLINE') return globalThis.navigator?.onLine === false;
  return code !== 'UNEXPECTED' && message !== '';
};

/** The server's own sentence, or `fallback` for an error without one, such as a request that got no answer. */
export const getServerMessage = (error: unknown, fallback: string): string =>
  error instanceof ApiError && hasOwnSentence(error) ? error.message : fallback;
