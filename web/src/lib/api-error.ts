import type { ErrorAnswer, ErrorCode } from '../../../services/contract/errors.ts';

/** The server's codes, and two for what never reached it or did not come from it. */
type ClientErrorCode = ErrorCode | 'OFFLINE' | 'UNEXPECTED';

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
}

/**
 * A request that did not succeed. `message` is a sentence for the person; `raw` (and `String(error)`) is the spec's
 * '{status}: {text}'. Status 0 means that no answer came.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ClientErrorCode;
  readonly raw: string;
  readonly issues: readonly FieldIssue[];
  readonly requestId: string | undefined;
  /** Of INSTRUCTOR_HAS_CLASSES: the classes in the way. */
  readonly classes: NonNullable<ErrorAnswer['classes']>;

  constructor(parts: ApiErrorParts) {
    super(parts.message);
    this.name = 'ApiError';
    this.status = parts.status;
    this.code = parts.code;
    this.raw = parts.raw;
    this.issues = parts.issues ?? [];
    this.requestId = parts.requestId;
    this.classes = parts.classes ?? [];
  }

  override toString(): string {
    return this.raw;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether a body is the API's own error shape; a proxy in between may answer with something else. */
const isErrorAnswer = (body: unknown): body is ErrorAnswer =>
  isObject(body) && typeof body.error === 'string' && typeof body.code === 'string';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const kindSentence = (status: number): string => {
  if (status === 401) return 'Please sign in again.';
  if (status === 404) return 'We could not find that. Please refresh the page.';
  if (status === 429) return 'That was a little quick. Please wait a moment and try again.';
  if (status >= 500) return 'The studio is not answering just now. Please try again in a moment.';
  return 'That did not work. Please refresh the page and try again.';
};

/** The error that a non-OK answer stands for. */
export const toApiError = (status: number, statusText: string, text: string): ApiError => {
  const body = parse(text);
  const raw = `${status}: ${text || statusText}`;
  if (!isErrorAnswer(body))
    return new ApiError({ status, code: 'UNEXPECTED', message: kindSentence(status), raw });
  return new ApiError({
    status,
    code: body.code,
    message: body.error,
    raw,
    issues: body.issues,
    requestId: body.requestId,
    classes: body.classes,
  });
};

/** The error for a request that got no answer at all. */
export const createOfflineError = (cause: unknown): ApiError =>
  new ApiError({
    status: 0,
    code: 'OFFLINE',
    message: 'We cannot reach the studio. Please check your connection and try again.',
    raw: `0: ${cause instanceof Error ? cause.message : 'no answer'}`,
  });

/** The sentence to show for anything caught, or the spec's own when there is none. */
export const getErrorMessage = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.message ? error.message : otherwise;
