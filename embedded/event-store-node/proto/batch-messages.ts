import { WireReader } from '#infra/protobuf/wire-reader.ts';
import type { Expected } from '../log/decide-append.ts';
import type { ProposedEvent } from '../log/write-request.ts';
import { writeConflict, writeSuccess } from './append-messages.ts';
import { type ProposalFault, readProposedMessage } from './proposed-message.ts';
import {
  createStreamOptions,
  readStreamOption,
  readUuid,
  type StreamOptions,
  writeStructuredUuid,
} from './shared-fields.ts';
import { WireWriter } from './wire-writer.ts';

const writer = new WireWriter();
const TYPE_URL = 'type.googleapis.com/event_store.client.';

export interface BatchOptions extends StreamOptions {
  /** In milliseconds since 1970; undefined when the client sent none. */
  deadline: number | undefined;
}

export interface BatchChunk {
  /** The UUID message as the client sent it; responses repeat it. */
  correlation: Buffer;
  /** Its canonical text; undefined when it is not a UUID. */
  correlationId: string | undefined;
  options: BatchOptions | undefined;
  events: (ProposedEvent | ProposalFault)[];
  isFinal: boolean;
}

/** Reads one message of a BatchAppend call; `now` is the server's clock in milliseconds. */
export function readBatchChunk(bytes: Buffer, now: number): BatchChunk {
  const message = new WireReader(bytes);
  const chunk: BatchChunk = {
    correlation: Buffer.alloc(0),
    correlationId: undefined,
    options: undefined,
    events: [],
    isFinal: false,
  };
  while (!message.done) {
    const tag = message.tag();
    switch (tag) {
      case 8 + 2: {
        const correlation = message.bytes();
        chunk.correlation = Buffer.from(correlation);
        chunk.correlationId = readUuid(new WireReader(correlation));
        break;
      }
      case 2 * 8 + 2:
        chunk.options = readBatchOptions(message.message(), now);
        break;
      case 3 * 8 + 2:
        chunk.events.push(readProposedMessage(message.message()));
        break;
      case 4 * 8:
        chunk.isFinal = message.bool();
        break;
      default:
        message.skip(tag);
    }
  }
  return chunk;
}

function readBatchOptions(message: WireReader, now: number): BatchOptions {
  const options: BatchOptions = { ...createStreamOptions(), deadline: undefined };
  while (!message.done) {
    const tag = message.tag();
    // Field 6 is an instant, field 7 (newer clients) a duration.
    if (tag === 6 * 8 + 2) options.deadline = readTimeMs(message.message());
    else if (tag === 7 * 8 + 2) options.deadline = now + readTimeMs(message.message());
    else if (!readStreamOption(options, tag, message)) message.skip(tag);
  }
  return options;
}

/** Reads a Timestamp or a Duration in milliseconds. */
function readTimeMs(message: WireReader): number {
  let seconds = 0;
  let nanos = 0;
  while (!message.done) {
    const tag = message.tag();
    if (tag === 8) seconds = Number(BigInt.asIntN(64, message.uint64()));
    else if (tag === 16) nanos = Number(BigInt.asIntN(64, message.uint64()));
    else message.skip(tag);
  }
  return seconds * 1000 + nanos / 1e6;
}

export function encodeBatchSuccess(
  correlation: Buffer,
  stream: string,
  revision: number,
  position: number | undefined,
): Buffer {
  writer.begin().bytes(1, correlation);
  const success = writer.open(3);
  writeSuccess(writer, revision, position);
  writer.close(success);
  writeStream(stream);
  return writer.frame();
}

/** Why a batch fails; the names are those of the payload messages. */
export type BatchError =
  | { readonly name: 'WrongExpectedVersion'; readonly expected: Expected; readonly current: number }
  | { readonly name: 'StreamDeleted' }
  | { readonly name: 'Timeout' }
  | { readonly name: 'MaximumAppendSizeExceeded'; readonly limit: number }
  | { readonly name: 'BadRequest'; readonly message: string };

const ERROR_CODES: Readonly<Record<BatchError['name'], number>> = {
  WrongExpectedVersion: 6,
  StreamDeleted: 5,
  Timeout: 4,
  MaximumAppendSizeExceeded: 3,
  BadRequest: 3,
};

export function encodeBatchFailure(correlation: Buffer, stream: string, error: BatchError): Buffer {
  const payload = encodeErrorPayload(stream, error);
  writer.begin().bytes(1, correlation);
  const status = writer.open(2);
  writer.uint(1, ERROR_CODES[error.name]).text(2, error.name);
  const details = writer.open(3);
  writer.text(1, TYPE_URL + error.name).bytes(2, payload);
  writer.close(details).close(status);
  writeStream(stream);
  return writer.frame();
}

/** Encodes a correlation id in structured form. */
export function encodeStructuredCorrelation(correlationId: string): Buffer {
  writer.begin();
  writeStructuredUuid(writer, correlationId);
  return writer.body();
}

// Always set, because the client's process ends without it.
function writeStream(stream: string): void {
  const identifier = writer.open(4);
  writer.text(3, stream);
  writer.close(identifier);
}

function encodeErrorPayload(stream: string, error: BatchError): Buffer {
  writer.begin();
  switch (error.name) {
    case 'WrongExpectedVersion':
      writeConflict(writer, error.expected, error.current, 1);
      break;
    case 'StreamDeleted': {
      const identifier = writer.open(1);
      writer.text(3, stream);
      writer.close(identifier);
      break;
    }
    case 'MaximumAppendSizeExceeded':
      writer.uint(1, error.limit);
      break;
    case 'BadRequest':
      writer.text(1, error.message);
      break;
    case 'Timeout':
      break;
  }
  return writer.body();
}
