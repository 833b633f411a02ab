import { WireFormatError, type WireReader } from '../protobuf/wire-reader.ts';

/** An event as the log holds it: of db-client's recorded events the part that is made use of. */
export interface LogEntry {
  readonly streamId: string;
  readonly id: string;
  readonly revision: bigint;
  readonly type: string;
  readonly isJson: boolean;
  /** What the JSON says; the text when it says nothing, the bytes when it is not meant to be JSON. */
  readonly data: unknown;
  /** Undefined when there is none, the bytes when they are no JSON. */
  readonly metadata: unknown;
  readonly position: { readonly commit: bigint };
}

/** The same event as the bytes that were stored. */
export interface RawEntry {
  readonly streamId: string;
  readonly id: string;
  readonly revision: bigint;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Buffer;
  /** Empty when there is none. */
  readonly metadata: Buffer;
  readonly position: { readonly commit: bigint };
}

export const JSON_TYPE = 'application/json';

/** The event of one answer of Read, straight from its bytes; undefined when it holds none. Throws WireFormatError. */
export function readLogEntry(answer: WireReader): LogEntry | undefined {
  const raw = readRawEntry(answer);
  return raw === undefined ? undefined : parsedEntry(raw);
}

/** The same of an answer to the reading of one stream, which may be that there is no such stream. */
export function readStreamAnswer(answer: WireReader): LogEntry | 'no_stream' | undefined {
  const raw = readAnswer(answer);
  return raw === undefined || raw === 'no_stream' ? raw : parsedEntry(raw);
}

export function readRawEntry(answer: WireReader): RawEntry | undefined {
  const raw = readAnswer(answer);
  return raw === 'no_stream' ? undefined : raw;
}

function readAnswer(answer: WireReader): RawEntry | 'no_stream' | undefined {
  let entry: RawEntry | undefined;
  while (!answer.done) {
    const tag = answer.tag();
    if (tag === 4 * 8 + 2) return 'no_stream';
    if (tag === 8 + 2) entry = readResolved(answer.message());
    else answer.skip(tag);
  }
  return entry;
}

function parsedEntry(raw: RawEntry): LogEntry {
  const { isJson, data, metadata } = raw;
  return {
    ...raw,
    data: isJson ? parsed(data, (text) => text) : data,
    metadata: metadata.length === 0 ? undefined : parsed(metadata, () => metadata),
  };
}

function readResolved(resolved: WireReader): RawEntry | undefined {
  let entry: RawEntry | undefined;
  while (!resolved.done) {
    const tag = resolved.tag();
    if (tag === 8 + 2) entry = readRecorded(resolved.message());
    else resolved.skip(tag);
  }
  return entry;
}

function readRecorded(recorded: WireReader): RawEntry {
  const kind = { type: '<no-event-type-provided>', isJson: false };
  let id = '';
  let streamId = '';
  let revision = 0n;
  let commit = 0n;
  let metadata: Buffer = NOTHING;
  let data: Buffer = NOTHING;
  while (!recorded.done) {
    const tag = recorded.tag();
    switch (tag) {
      case 8 + 2:
        id = onlyText(recorded.message(), 2);
        break;
      case 2 * 8 + 2:
        streamId = onlyText(recorded.message(), 3);
        break;
      case 3 * 8:
        revision = recorded.uint64();
        break;
      case 5 * 8:
        commit = recorded.uint64();
        break;
      case 6 * 8 + 2:
        readKind(recorded.message(), kind);
        break;
      case 7 * 8 + 2:
        metadata = recorded.bytes();
        break;
      case 8 * 8 + 2:
        data = recorded.bytes();
        break;
      default:
        recorded.skip(tag);
    }
  }
  if (id === '' || streamId === '') throw new WireFormatError('an event without id or stream');
  const { type, isJson } = kind;
  return { streamId, id, revision, type, isJson, data, metadata, position: { commit } };
}

const NOTHING = Buffer.alloc(0);

/** The text in a message of which one field counts. */
function onlyText(message: WireReader, field: number): string {
  let text = '';
  while (!message.done) {
    const tag = message.tag();
    if (tag === field * 8 + 2) text = message.text();
    else message.skip(tag);
  }
  return text;
}

/** One entry of the server's own metadata: the event's type, its content type, or when it was made. */
function readKind(entry: WireReader, kind: { type: string; isJson: boolean }): void {
  let key = '';
  let value = '';
  while (!entry.done) {
    const tag = entry.tag();
    if (tag === 8 + 2) key = entry.text();
    else if (tag === 2 * 8 + 2 && key !== 'created') value = entry.text();
    else entry.skip(tag);
  }
  if (key === 'type') kind.type = value;
  else if (key === 'content-type') kind.isJson = value === JSON_TYPE;
}

function parsed(bytes: Buffer, otherwise: (text: string) => unknown): unknown {
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return otherwise(text);
  }
}
