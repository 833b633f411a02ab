import type { Call } from '../grpc/call.ts';
import { GrpcError, handlerException, Status, streamDeletedError, unavailableError } from '../grpc/status.ts';
import type { Expected } from '../log/decide-append.ts';
import type { LogWriter } from '../log/log-writer.ts';
import type { ProposedEvent, WriteResult } from '../log/write-request.ts';
import { encodeAppendConflict, encodeAppendSuccess, readAppendRequest } from '../proto/append-messages.ts';
import type { StreamOptions } from '../proto/shared-fields.ts';
import { AppendSize } from './append-size.ts';

/** Handles Append: the client sends one message with options, then the events, then gets a response. */
export function handleAppend(call: Call, writer: LogWriter): void {
  let target: { stream: string; expected: Expected } | undefined;
  const events: ProposedEvent[] = [];
  const size = new AppendSize();
  call.receive(
    (message) => {
      const request = readAppendRequest(message);
      if (!target) {
        if (request.kind !== 'options') throw handlerException();
        target = requireTarget(request.options);
        return;
      }
      if (request.kind !== 'proposed') throw handlerException();
      if (request.event === 'missing-metadata') throw missingMetadataError();
      if (typeof request.event === 'string') throw handlerException();
      const before = size.bytes;
      const limit = size.add(target.stream, request.event);
      if (limit !== undefined) throw tooLargeError(limit);
      call.keep(size.bytes - before);
      events.push(request.event);
    },
    () => {
      if (!target) throw handlerException();
      const { stream, expected } = target;
      const done = (result: WriteResult): void => call.guard(() => respond(call, stream, expected, result));
      writer.submit({ kind: 'append', stream, expected, events, bytes: size.bytes, done });
    },
  );
}

/** Returns the stream and the expected revision of a request. @throws the error of a real server when one is missing */
export function requireTarget(options: StreamOptions): { stream: string; expected: Expected } {
  if (options.stream === undefined || options.hasImpossibleRevision) throw handlerException();
  if (!options.expected) {
    throw new GrpcError(Status.invalidArgument, 'The expected stream revision is not set.');
  }
  return { stream: options.stream, expected: options.expected };
}

function respond(call: Call, stream: string, expected: Expected, result: WriteResult): void {
  switch (result.kind) {
    case 'written':
      call.write(encodeAppendSuccess(result.revision, result.position));
      call.end();
      return;
    case 'wrongVersion':
      call.write(encodeAppendConflict(expected, result.current));
      call.end();
      return;
    case 'deleted':
      call.fail(streamDeletedError(stream));
      return;
    case 'unavailable':
      call.fail(unavailableError());
      return;
  }
}

function missingMetadataError(): GrpcError {
  return new GrpcError(Status.invalidArgument, "Required Metadata Property 'type' is missing", {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });
}

function tooLargeError(limit: number): GrpcError {
  return new GrpcError(Status.invalidArgument, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  });
}
