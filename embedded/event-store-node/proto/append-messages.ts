import { WireReader } from '#infra/protobuf/wire-reader.ts';
import type { Expected } from '../log/decide-append.ts';
import type { ProposedEvent } from '../log/write-request.ts';
import { type ProposalFault, readProposedMessage } from './proposed-message.ts';
import {
  createStreamOptions,
  NO_STREAM_AS_REVISION,
  readStreamOption,
  type StreamOptions,
} from './shared-fields.ts';
import { WireWriter } from './wire-writer.ts';

const writer = new WireWriter();

export type AppendRequest =
  | { readonly kind: 'options'; readonly options: StreamOptions }
  | { readonly kind: 'proposed'; readonly event: ProposedEvent | ProposalFault }
  | { readonly kind: 'empty' };

/** Reads one message of an Append call. */
export function readAppendRequest(bytes: Buffer): AppendRequest {
  const message = new WireReader(bytes);
  let request: AppendRequest = { kind: 'empty' };
  while (!message.done) {
    const tag = message.tag();
    if (tag === 8 + 2) request = { kind: 'options', options: readStreamOptions(message.message()) };
    else if (tag === 16 + 2) request = { kind: 'proposed', event: readProposedMessage(message.message()) };
    else message.skip(tag);
  }
  return request;
}

/** Reads the request of Delete and of Tombstone. */
export function readDeleteRequest(bytes: Buffer): StreamOptions {
  const message = new WireReader(bytes);
  let options = createStreamOptions();
  while (!message.done) {
    const tag = message.tag();
    if (tag === 8 + 2) options = readStreamOptions(message.message());
    else message.skip(tag);
  }
  return options;
}

function readStreamOptions(message: WireReader): StreamOptions {
  const options = createStreamOptions();
  while (!message.done) {
    const tag = message.tag();
    if (!readStreamOption(options, tag, message)) message.skip(tag);
  }
  return options;
}

/** Writes the revision and position of an append; revision -1 means that the stream is still missing. */
export function writeSuccess(into: WireWriter, revision: number, position: number | undefined): void {
  if (revision < 0) into.empty(2);
  else into.uint(1, revision);
  if (position === undefined) {
    into.empty(4);
    return;
  }
  const mark = into.open(3);
  into.uint(1, position).uint(2, position);
  into.close(mark);
}

export function encodeAppendSuccess(revision: number, position: number | undefined): Buffer {
  writer.begin();
  const success = writer.open(1);
  writeSuccess(writer, revision, position);
  writer.close(success);
  return writer.frame();
}

/** Encodes a conflict with its deprecated fields too, as a real server does. Current -1 means a missing stream. */
export function encodeAppendConflict(expected: Expected, current: number): Buffer {
  writer.begin();
  const conflict = writer.open(2);
  // The deprecated fields express `noStream` as a revision.
  const deprecated: Expected =
    expected.kind === 'noStream' ? { kind: 'revision', revision: NO_STREAM_AS_REVISION } : expected;
  writeConflict(writer, deprecated, current, 1);
  writeConflict(writer, expected, current, 6);
  writer.close(conflict);
  return writer.frame();
}

/** Writes the current and the expected revision into six fields that are numbered from `firstField`. */
export function writeConflict(
  into: WireWriter,
  expected: Expected,
  current: number,
  firstField: number,
): void {
  if (current < 0) into.empty(firstField + 1);
  else into.uint(firstField, current);
  switch (expected.kind) {
    case 'revision':
      into.uint64(firstField + 2, expected.revision);
      break;
    case 'any':
      into.empty(firstField + 3);
      break;
    case 'streamExists':
      into.empty(firstField + 4);
      break;
    case 'noStream':
      into.empty(firstField + 5);
      break;
  }
}

/** Encodes the response of Delete and of Tombstone. */
export function encodeDeleteSuccess(position: number): Buffer {
  writer.begin();
  const mark = writer.open(1);
  writer.uint(1, position).uint(2, position);
  writer.close(mark);
  return writer.frame();
}
