import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import type { StudioRecord } from '../studio-record.ts';

export type StreamReader = Pick<EventStore<StudioEvent>, 'readStream'>;

const maxConcurrentReads = 8;

/**
 * Reads a stream up to its first event after an instant, which is a state that the stream really had.
 * @throws EventStoreUnavailable
 */
export async function readStreamAsOf(
  eventStore: StreamReader,
  stream: string,
  asOf: Date,
): Promise<StudioRecord[]> {
  const { events } = await eventStore.readStream(stream);
  const later = events.findIndex(({ data }) => Date.parse(data.at) > asOf.getTime());
  return later === -1 ? events : events.slice(0, later);
}

/** Reads several streams as of an instant into one list. */
export async function readStreamsAsOf(
  eventStore: StreamReader,
  streams: readonly string[],
  asOf: Date,
): Promise<StudioRecord[]> {
  const all: StudioRecord[] = [];
  for (let from = 0; from < streams.length; from += maxConcurrentReads) {
    const batch = streams.slice(from, from + maxConcurrentReads);
    const read = await Promise.all(batch.map((stream) => readStreamAsOf(eventStore, stream, asOf)));
    for (const events of read) all.push(...events);
  }
  return all;
}

/** Sorts events into log order. */
export const sortByPosition = (events: readonly StudioRecord[]): StudioRecord[] =>
  events.toSorted((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0));
