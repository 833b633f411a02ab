import type { ErrorAnswer, ErrorCode } from '../contract/errors.ts';

/** An error that the API itself answers with: a status, a code for programs and a sentence for people. */
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

/** An instructor still has classes to come; the answer names them. */
export class InstructorHasClasses extends HttpError {
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

export const sessionIdle = () =>
  new HttpError(401, 'SESSION_IDLE', 'You were away for half an hour. Please sign in again to go on.');

export const sharedPasswordsOff = () =>
  new HttpError(
    403,
    'SHARED_PASSWORDS_OFF',
    'The shared passwords are switched off. Please sign in with your own account.',
  );

export const forbidden = () => new HttpError(403, 'FORBIDDEN', 'You do not have access to this.');

export const secondFactorNeeded = () =>
  new HttpError(
    403,
    'SECOND_FACTOR_NEEDED',
    'Admins need two-step sign-in here. Sign in with your own account to set it up.',
  );

export const unavailable = () =>
  new HttpError(
    503,
    'UNAVAILABLE',
    'The studio’s system is catching its breath. Nothing is lost; please try again in a moment.',
    5,
  );

/** The answer while a password may not be tried for so many seconds. */
export const tooManyWrongPasswords = (seconds: number) => tooManyTries('passwords', seconds);

/** The answer while a code of a second factor may not be tried for so many seconds. */
export const tooManyWrongCodes = (seconds: number) => tooManyTries('codes', seconds);

function tooManyTries(what: 'passwords' | 'codes', seconds: number): HttpError {
  const [count, unit] = seconds < 60 ? [Math.max(1, seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new HttpError(
    429,
    'RATE_LIMITED',
    `Too many wrong ${what}. Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`,
    Math.max(1, seconds),
  );
}
