import { WireFormatError, type WireReader } from '../protobuf/wire-reader.ts';

/** An event of the log: the part of db-client's recorded events that is used. */
export interface LogEntry {
  readonly streamId: string;
  readonly id: string;
  readonly revision: bigint;
  readonly type: string;
  readonly isJson: boolean;
  /** Parsed JSON; the text when it is invalid, the bytes when the content type is not JSON. */
  readonly data: unknown;
  /** Parsed JSON; undefined when it is empty, the bytes when they are invalid JSON. */
  readonly metadata: unknown;
  readonly position: { readonly commit: bigint };
}

/** The same event with its data and metadata as stored bytes. */
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

/** Decodes one response of Read; undefined when it holds no event. Throws WireFormatError. */
export function readLogEntry(response: WireReader): LogEntry | undefined {
  const raw = readRawEntry(response);
  if (raw === undefined) return undefined;
  const { isJson, data, metadata } = raw;
  return {
    ...raw,
    data: isJson ? parseJson(data, (text) => text) : data,
    metadata: metadata.length === 0 ? undefined : parseJson(metadata, () => metadata),
  };
}

/** The same without parsing: the bytes as they are stored. */
export function readRawEntry(response: WireReader): RawEntry | undefined {
  let entry: RawEntry | undefined;
  while (!response.done) {
    const tag = response.tag();
    if (tag === 8 + 2) entry = readResolved(response.message());
    else response.skip(tag);
  }
  return entry;
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
  let metadata: Buffer = EMPTY;
  let data: Buffer = EMPTY;
  while (!recorded.done) {
    const tag = recorded.tag();
    switch (tag) {
      case 8 + 2:
        id = readText(recorded.message(), 2);
        break;
      case 2 * 8 + 2:
        streamId = readText(recorded.message(), 3);
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
  if (id === '' || streamId === '') throw new WireFormatError('an event has no id or no stream');
  const { type, isJson } = kind;
  return { streamId, id, revision, type, isJson, data, metadata, position: { commit } };
}

const EMPTY = Buffer.alloc(0);

/** Reads one text field of a message. */
function readText(message: WireReader, field: number): string {
  let text = '';
  while (!message.done) {
    const tag = message.tag();
    if (tag === field * 8 + 2) text = message.text();
    else message.skip(tag);
  }
  return text;
}

/** Reads an entry of the server's own metadata: the event's type, its content type, or its time. */
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

function parseJson(bytes: Buffer, fallback: (text: string) => unknown): unknown {
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return fallback(text);
  }
}
