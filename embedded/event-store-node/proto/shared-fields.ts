import type { WireReader } from '#infra/protobuf/wire-reader.ts';
import type { Expected } from '../log/decide-append.ts';
import { canonicalUuid, uuidFromHalves, uuidToHalves } from '../log/uuid.ts';
import type { WireWriter } from './wire-writer.ts';

/** The revision that stands for "no stream" where there is no field for it. */
export const NO_STREAM_AS_REVISION = 2n ** 64n - 1n;
const LARGEST_REVISION = 2n ** 63n - 1n;

/** Tags are field number × 8 + wire type. */
const STREAM_NAME = 3 * 8 + 2;

/** Reads the name of a StreamIdentifier; undefined when it is empty or missing. */
export function readStreamIdentifier(message: WireReader): string | undefined {
  let name: string | undefined;
  while (!message.done) {
    const tag = message.tag();
    if (tag === STREAM_NAME) name = message.text();
    else message.skip(tag);
  }
  return name || undefined;
}

/** Reads a UUID, string or structured, as canonical text; undefined when it is invalid. */
export function readUuid(message: WireReader): string | undefined {
  let id: string | undefined;
  while (!message.done) {
    const tag = message.tag();
    if (tag === 2 * 8 + 2) id = canonicalUuid(message.text());
    else if (tag === 8 + 2) id = readStructured(message.message());
    else message.skip(tag);
  }
  return id;
}

function readStructured(message: WireReader): string {
  let most = 0n;
  let least = 0n;
  while (!message.done) {
    const tag = message.tag();
    if (tag === 8) most = message.uint64();
    else if (tag === 16) least = message.uint64();
    else message.skip(tag);
  }
  return uuidFromHalves(most, least);
}

/** Writes the body of a UUID message in structured form. */
export function writeStructuredUuid(writer: WireWriter, canonical: string): void {
  const { most, least } = uuidToHalves(canonical);
  const structured = writer.open(1);
  writer.uint64(1, most).uint64(2, least);
  writer.close(structured);
}

/** Converts an expected revision; undefined where a real server throws (from 2^63 to 2^64-2). */
export function toExpected(revision: bigint): Expected | undefined {
  if (revision === NO_STREAM_AS_REVISION) return { kind: 'noStream' };
  return revision > LARGEST_REVISION ? undefined : { kind: 'revision', revision };
}

/** The stream and expected revision, which Append, Delete, Tombstone and BatchAppend have in the same fields. */
export interface StreamOptions {
  stream: string | undefined;
  expected: Expected | undefined;
  /** Whether the client expects a revision that no stream can have. */
  hasImpossibleRevision: boolean;
}

/** Reads one field of the options; returns false for the tag of another field. */
export function readStreamOption(options: StreamOptions, tag: number, message: WireReader): boolean {
  switch (tag) {
    case 8 + 2:
      options.stream = readStreamIdentifier(message.message());
      return true;
    case 16: {
      options.expected = toExpected(message.uint64());
      options.hasImpossibleRevision = options.expected === undefined;
      return true;
    }
    case 3 * 8 + 2:
      return readExpectedKind(options, 'noStream', message);
    case 4 * 8 + 2:
      return readExpectedKind(options, 'any', message);
    case 5 * 8 + 2:
      return readExpectedKind(options, 'streamExists', message);
    default:
      return false;
  }
}

export function createStreamOptions(): StreamOptions {
  return { stream: undefined, expected: undefined, hasImpossibleRevision: false };
}

function readExpectedKind(
  options: StreamOptions,
  kind: 'noStream' | 'any' | 'streamExists',
  message: WireReader,
): boolean {
  message.bytes();
  options.expected = { kind };
  options.hasImpossibleRevision = false;
  return true;
}
