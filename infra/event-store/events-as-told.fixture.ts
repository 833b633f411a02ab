import { binaryEvent, type EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { LogEntry } from './log-entry.ts';

/** What an entry keeps of an event, however it was read. Bytes are the same bytes in whatever array they come. */
export function comparable({
  streamId,
  id,
  revision,
  type,
  isJson,
  data,
  metadata,
  position,
}: Omit<LogEntry, 'position'> & Partial<Pick<LogEntry, 'position'>>): LogEntry {
  if (position === undefined) throw new Error('The server tells no position');
  return {
    streamId,
    id,
    revision,
    type,
    isJson,
    data: plain(data),
    metadata: plain(metadata),
    position: { commit: position.commit },
  };
}

function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('hex') } : value;
}

/** Six events that are hard to read, and the stream's metadata. */
export async function writeStrange(client: EventStoreDBClient, strange: string): Promise<void> {
  await client.setStreamMetadata(strange, { owner: 'désirée' });
  await client.appendToStream(strange, [
    jsonEvent({ type: 'Größe', data: { text: '“naïve” 🎾 \u0000', deep: [{ n: 1.5 }, null] } }),
    jsonEvent({ type: 'with-metadata', data: [], metadata: { v: 1, actor: { kind: 'system' } } }),
    jsonEvent({ type: 'text', data: 'only a text' }),
    binaryEvent({ type: 'bytes', data: Buffer.from([0, 255, 128]), metadata: Buffer.from([1, 254]) }),
    binaryEvent({ type: 'no bytes', data: Buffer.alloc(0) }),
    jsonEvent({ type: 'big', data: { text: 'é'.repeat(300_000) } }),
  ]);
}
