import type { Codec } from './codec.ts';
import type { Connection } from './connection.ts';
import type { LogEntry } from './log-entry.ts';
import { readLog } from './read-log.ts';
import { readLogBatches } from './read-log-batches.ts';
import type { EventShape, RecordedEvent } from './types.ts';

/** Reads every event of the registry after `position` up to the log's end, in batches; goes on after a lost connection. */
export async function* readAllEvents<E extends EventShape>(
  connection: Connection,
  codec: Codec<E>,
  position: bigint | null,
  batchSize: number,
): AsyncGenerator<RecordedEvent<E>[], void> {
  for await (const entries of readLogBatches<LogEntry>(connection, readLog, position, batchSize)) {
    const events = await codec.decode(entries);
    if (events.length > 0) yield events;
  }
}
