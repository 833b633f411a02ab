import type { Call } from '../grpc/call.ts';
import { GrpcError, Status, streamDeletedError, unavailableError } from '../grpc/status.ts';
import type { Expected } from '../log/decide-append.ts';
import type { LogWriter } from '../log/log-writer.ts';
import type { WriteResult } from '../log/write-request.ts';
import { encodeDeleteSuccess, readDeleteRequest } from '../proto/append-messages.ts';
import { requireTarget } from './append.ts';

/** Handles Delete (soft) or Tombstone (permanent). */
export function handleDelete(call: Call, writer: LogWriter, kind: 'delete' | 'tombstone'): void {
  call.receiveOne((message) => {
    const { stream, expected } = requireTarget(readDeleteRequest(message));
    const done = (result: WriteResult): void => call.guard(() => respond(call, stream, expected, result));
    writer.submit({ kind, stream, expected, events: [], bytes: 0, done });
  });
}

function respond(call: Call, stream: string, expected: Expected, result: WriteResult): void {
  switch (result.kind) {
    case 'written':
      call.write(encodeDeleteSuccess(result.position ?? 0));
      call.end();
      return;
    case 'wrongVersion':
      call.fail(wrongVersionError(stream, expected, result.current));
      return;
    case 'deleted':
      call.fail(streamDeletedError(stream));
      return;
    case 'unavailable':
      call.fail(unavailableError());
      return;
  }
}

const KIND_CODES = { any: '-2', noStream: '-1', streamExists: '-4' } as const;

// Unlike Append, Delete reports a conflict as a status, and the kinds of expectation as negative numbers.
function wrongVersionError(stream: string, expected: Expected, current: number): GrpcError {
  const expectation = expected.kind === 'revision' ? String(expected.revision) : KIND_CODES[expected.kind];
  return new GrpcError(
    Status.failedPrecondition,
    `Delete failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expectation}, Actual version: ${current}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': expectation,
      'actual-version': String(current),
    },
  );
}
