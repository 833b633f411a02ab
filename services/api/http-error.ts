import type { ErrorAnswer, ErrorCode } from '../contract/errors.ts';

/** An answer other than 2xx that the API itself decides: a status, a code for the program, a sentence for the person. */
export class HttpError extends Error {
  readonly statusCode: number;
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;

  constructor(statusCode: number, code: ErrorCode, sentence: string, retryAfterSeconds?: number) {
    super(sentence);
    this.name = 'HttpError';
    this.statusCode = statusCode;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Classes to come stand in the way of what was asked; the answer names them. */
export class ClassesInTheWay extends HttpError {
  readonly classes: NonNullable<ErrorAnswer['classes']>;

  constructor(sentence: string, classes: NonNullable<ErrorAnswer['classes']>) {
    super(409, 'INSTRUCTOR_HAS_CLASSES', sentence);
    this.classes = classes;
  }
}

export const notFound = (sentence = 'There is nothing at this address.') =>
  new HttpError(404, 'NOT_FOUND', sentence);

export const unauthenticated = (sentence = 'Please sign in.') =>
  new HttpError(401, 'UNAUTHENTICATED', sentence);

export const forbidden = () => new HttpError(403, 'FORBIDDEN', 'You do not have access to this.');

export const unavailable = () =>
  new HttpError(
    503,
    'UNAVAILABLE',
    'The studio’s system is catching its breath. Nothing is lost; please try again in a moment.',
    5,
  );

/** A door is shut for so many seconds. */
export function tooManyWrongPasswords(seconds: number): HttpError {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return new HttpError(
    429,
    'RATE_LIMITED',
    `Too many wrong passwords. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    Math.max(1, seconds),
  );
}
