import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import type { StudioRecord } from '../studio-record.ts';

export type StreamReader = Pick<EventStore<StudioEvent>, 'readStream'>;

/** So many streams are asked for at once. */
const AT_ONCE = 8;

/**
 * A stream as it stood at an instant: up to the first event that is later, so that it did stand so once.
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

/** Many streams, each as it stood then, in one list. */
export async function readStreamsAsOf(
  eventStore: StreamReader,
  streams: readonly string[],
  asOf: Date,
): Promise<StudioRecord[]> {
  const all: StudioRecord[] = [];
  for (let from = 0; from < streams.length; from += AT_ONCE) {
    const some = streams.slice(from, from + AT_ONCE);
    const read = await Promise.all(some.map((stream) => readStreamAsOf(eventStore, stream, asOf)));
    for (const events of read) all.push(...events);
  }
  return all;
}

/** In the order of the log. */
export const sortByPosition = (events: readonly StudioRecord[]): StudioRecord[] =>
  events.toSorted((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0));
