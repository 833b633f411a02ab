import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore, RecordedEvent } from '#infra/event-store/types.ts';

export const eventColumns: Readonly<Record<string, string>> = {
  position: 'Its place in the whole log',
  stream: 'What it is about',
  revision: 'Its place there',
  type: 'What happened',
  at: 'UTC',
  by: 'Who caused it, as JSON',
  data: 'Its facts, as JSON. Of erased members the personal ones can be read by nobody any more',
};

/** What opens accounts, and answers about health. */
const leftOut = new Set(['passwordHash', 'hashes', 'secret']);
const withoutPersonal = new Set<StudioEvent['type']>(['HealthAnswersChanged']);

function toRow(event: RecordedEvent<StudioEvent>): Record<string, string> {
  const { position, stream, revision, type, metadata, data } = event;
  const isLeftOut = (key: string) => leftOut.has(key) || (key === 'personal' && withoutPersonal.has(type));
  return {
    position: String(position),
    stream,
    revision: String(revision),
    type,
    at: data.at,
    by: JSON.stringify(metadata.actor),
    data: JSON.stringify(data, (key, value: unknown) => (isLeftOut(key) ? undefined : value)),
  };
}

/** Every event of the log, opened as far as the keys exist, oldest first. */
export async function* readEventRows(
  eventStore: Pick<EventStore<StudioEvent>, 'readAll'>,
): AsyncGenerator<Record<string, unknown>> {
  for await (const events of eventStore.readAll(null)) for (const event of events) yield toRow(event);
}
