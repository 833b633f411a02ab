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

/** Ends a call with a status, a text and the trailers by which the client knows the kind of error. */
export class GrpcError extends Error {
  readonly code: StatusCode;
  readonly trailers: Readonly<Record<string, string>>;

  constructor(code: StatusCode, message: string, trailers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.trailers = trailers;
  }
}

/** What a real server answers when a request makes its handler throw. */
export function handlerThrew(): GrpcError {
  return new GrpcError(Status.unknown, 'Exception was thrown by handler.');
}

/** What a call ends with that something was thrown in. */
export function toGrpcError(error: unknown): GrpcError {
  if (error instanceof GrpcError) return error;
  return error instanceof StorageUnavailableError ? unavailable() : handlerThrew();
}

export function streamDeleted(stream: string): GrpcError {
  return new GrpcError(Status.failedPrecondition, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });
}

export function unavailable(): GrpcError {
  return new GrpcError(Status.unavailable, 'The event store can not reach its database at the moment.');
}

/** Header values are ASCII; the rest of a name is percent-encoded, and a very long one is cut. */
export function asHeaderValue(value: string): string {
  const ascii = /^[\x20-\x7e]*$/.test(value) ? value : encodeURI(value.toWellFormed());
  return ascii.slice(0, 4_096);
}
