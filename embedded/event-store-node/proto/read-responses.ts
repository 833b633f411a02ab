import { copyToSlab } from '../log/copy-to-slab.ts';
import type { LogEvent } from '../log/log-event.ts';
import { writeStructuredUuid } from './shared-fields.ts';
import { WireWriter } from './wire-writer.ts';

const writer = new WireWriter();

export type UuidForm = 'structured' | 'string';

/** An event as a read returns it: `event` is undefined when the link has no visible target. */
export interface ResolvedEvent {
  readonly event: LogEvent | undefined;
  readonly link: LogEvent | undefined;
}

/** Encodes a read response with an event that is not a link, or not resolved. */
export function encodeEvent(event: LogEvent, uuids: UuidForm): Buffer {
  if (uuids === 'structured') return encodeRead(event, undefined, uuids);
  if (event.frame === null) event.frame = copyToSlab(encodeRead(event, undefined, uuids));
  return event.frame ?? encodeRead(event, undefined, uuids);
}

/** Encodes a read response with an event and its link. */
export function encodeResolvedEvent({ event, link }: ResolvedEvent, uuids: UuidForm): Buffer {
  if (event && !link) return encodeEvent(event, uuids);
  return encodeRead(event, link, uuids);
}

export function encodeConfirmation(subscriptionId: string): Buffer {
  writer.begin();
  const mark = writer.open(2);
  writer.text(1, subscriptionId);
  writer.close(mark);
  return writer.frame();
}

export function encodeCheckpoint(commit: number, prepare: number): Buffer {
  writer.begin();
  const mark = writer.open(3);
  writer.uint(1, commit).uint(2, prepare);
  writer.close(mark);
  return writer.frame();
}

export function encodeStreamNotFound(stream: string): Buffer {
  writer.begin();
  const mark = writer.open(4);
  const identifier = writer.open(1);
  writer.text(3, stream);
  writer.close(identifier).close(mark);
  return writer.frame();
}

export function encodeCaughtUp(): Buffer {
  return writer.begin().empty(8).frame();
}

function encodeRead(event: LogEvent | undefined, link: LogEvent | undefined, uuids: UuidForm): Buffer {
  writer.begin();
  const mark = writer.open(1);
  if (event) writeRecordedEvent(1, event, uuids);
  if (link) writeRecordedEvent(2, link, uuids);
  writer.uint(3, (link ?? event)?.position ?? 0);
  writer.close(mark);
  return writer.frame();
}

function writeRecordedEvent(field: number, event: LogEvent, uuids: UuidForm): void {
  const recorded = writer.open(field);
  const id = writer.open(1);
  if (uuids === 'string') writer.text(2, event.id);
  else writeStructuredUuid(writer, event.id);
  writer.close(id);
  const identifier = writer.open(2);
  writer.text(3, event.stream);
  writer.close(identifier);
  writer.uint(3, event.revision).uint(4, event.position).uint(5, event.position);
  writeMapEntry('type', event.type);
  writeMapEntry('content-type', event.isJson ? 'application/json' : 'application/octet-stream');
  // The unit is 100 ns.
  writeMapEntry('created', `${event.createdMicros}0`);
  if (event.customMetadata.length > 0) writer.bytes(7, event.customMetadata);
  if (event.data.length > 0) writer.bytes(8, event.data);
  writer.close(recorded);
}

function writeMapEntry(key: string, value: string): void {
  const entry = writer.open(6);
  writer.text(1, key).text(2, value);
  writer.close(entry);
}
