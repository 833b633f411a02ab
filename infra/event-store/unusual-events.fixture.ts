import { binaryEvent, type EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { LogEntry } from './log-entry.ts';

/** Converts an event from either way of reading to a form that `toEqual` compares; byte arrays of any class become hex. */
export function toComparableEntry({
  streamId,
  id,
  revision,
  type,
  isJson,
  data,
  metadata,
  position,
}: Omit<LogEntry, 'position'> & Partial<Pick<LogEntry, 'position'>>): LogEntry {
  if (position === undefined) throw new Error('The event has no position');
  return {
    streamId,
    id,
    revision,
    type,
    isJson,
    data: toPlain(data),
    metadata: toPlain(metadata),
    position: { commit: position.commit },
  };
}

function toPlain(value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('hex') } : value;
}

/** Appends six events with unusual types and data, and sets the stream's metadata. */
export async function appendUnusualEvents(client: EventStoreDBClient, stream: string): Promise<void> {
  await client.setStreamMetadata(stream, { owner: 'désirée' });
  await client.appendToStream(stream, [
    jsonEvent({ type: 'Größe', data: { text: '“naïve” 🎾 \u0000', deep: [{ n: 1.5 }, null] } }),
    jsonEvent({ type: 'with-metadata', data: [], metadata: { v: 1, actor: { kind: 'system' } } }),
    jsonEvent({ type: 'text', data: 'only a text' }),
    binaryEvent({ type: 'bytes', data: Buffer.from([0, 255, 128]), metadata: Buffer.from([1, 254]) }),
    binaryEvent({ type: 'no bytes', data: Buffer.alloc(0) }),
    jsonEvent({ type: 'big', data: { text: 'é'.repeat(300_000) } }),
  ]);
}
