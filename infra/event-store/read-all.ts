import type { Codec } from './codec.ts';
import type { Connection } from './connection.ts';
import type { LogEntry } from './log-entry.ts';
import { logNews } from './log-news.ts';
import { readLog } from './read-log.ts';
import type { EventShape, Recorded } from './types.ts';

/** Every event of the registry after `position` up to the log's end, in batches; goes on after a lost connection. */
export async function* readAllRecorded<E extends EventShape>(
  connection: Connection,
  codec: Codec<E>,
  position: bigint | null,
  batchSize: number,
): AsyncGenerator<Recorded<E>[], void> {
  for await (const news of logNews<LogEntry>(connection, readLog, position, batchSize)) {
    const events = await codec.decode(news);
    if (events.length > 0) yield events;
  }
}
