import { WireReader } from '#infra/protobuf/wire-reader.ts';
import type { Expected } from '../log/decide-append.ts';
import type { ProposedEvent } from '../log/write-request.ts';
import { type ProposalFault, readProposedMessage } from './proposed-message.ts';
import { createStreamOptions, readStreamOption, type StreamOptions } from './shared-fields.ts';
import { WireWriter } from './wire-writer.ts';

const writer = new WireWriter();

export type AppendRequest =
  | { readonly kind: 'options'; readonly options: StreamOptions }
  | { readonly kind: 'proposed'; readonly event: ProposedEvent | ProposalFault }
  | { readonly kind: 'empty' };

/** One message of an Append call. */
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

/** The request of Delete and of Tombstone. */
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

/** Revision -1 stands for a stream that is still missing. */
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

/** Sets the deprecated twins of the fields too, as a real server does. Current -1 stands for a missing stream. */
export function encodeAppendConflict(expected: Expected, current: number): Buffer {
  writer.begin();
  const answer = writer.open(2);
  if (current < 0) writer.empty(2);
  else writer.uint(1, current);
  switch (expected.kind) {
    case 'revision':
      writer.uint64(3, expected.revision);
      break;
    case 'noStream':
      writer.uint64(3, 2n ** 64n - 1n);
      break;
    case 'any':
      writer.empty(4);
      break;
    case 'streamExists':
      writer.empty(5);
      break;
  }
  if (current < 0) writer.empty(7);
  else writer.uint(6, current);
  switch (expected.kind) {
    case 'revision':
      writer.uint64(8, expected.revision);
      break;
    case 'any':
      writer.empty(9);
      break;
    case 'streamExists':
      writer.empty(10);
      break;
    case 'noStream':
      writer.empty(11);
      break;
  }
  writer.close(answer);
  return writer.frame();
}

/** The answer of Delete and of Tombstone. */
export function encodeDeleteSuccess(position: number): Buffer {
  writer.begin();
  const mark = writer.open(1);
  writer.uint(1, position).uint(2, position);
  writer.close(mark);
  return writer.frame();
}
