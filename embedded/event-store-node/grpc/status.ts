import { StorageUnavailableError } from '../log/storage-unavailable-error.ts';

export const Status = {
  ok: 0,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  failedPrecondition: 9,
  aborted: 10,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

export type StatusCode = (typeof Status)[keyof typeof Status];

/** Ends a call with a status, a text, and the trailers with the kind of error. */
export class GrpcError extends Error {
  readonly code: StatusCode;
  readonly trailers: Readonly<Record<string, string>>;

  constructor(code: StatusCode, message: string, trailers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.trailers = trailers;
  }
}

/** The error of a real server whose handler throws. */
export function handlerException(): GrpcError {
  return new GrpcError(Status.unknown, 'Exception was thrown by handler.');
}

/** Converts an error that a handler threw. */
export function toGrpcError(error: unknown): GrpcError {
  if (error instanceof GrpcError) return error;
  return error instanceof StorageUnavailableError ? unavailableError() : handlerException();
}

export function streamDeletedError(stream: string): GrpcError {
  return new GrpcError(Status.failedPrecondition, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });
}

export function unavailableError(): GrpcError {
  return new GrpcError(Status.unavailable, 'The event store cannot reach its database at the moment.');
}

/** Percent-encodes other characters than ASCII, which headers cannot hold, and truncates a very long value. */
export function asHeaderValue(value: string): string {
  const ascii = /^[\x20-\x7e]*$/.test(value) ? value : encodeURI(value.toWellFormed());
  return ascii.slice(0, 4_096);
}
