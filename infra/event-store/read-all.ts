import { setTimeout as delay } from 'node:timers/promises';
import { backoff } from './backoff.ts';
import type { Codec } from './codec.ts';
import { type Connection, isLostConnection, isUnavailability } from './connection.ts';
import { Inflow } from './inflow.ts';
import type { LogEntry } from './log-entry.ts';
import { newerThan } from './newer-than.ts';
import { type LogRead, readLog, storeError } from './read-log.ts';
import { type EventShape, EventStoreUnavailable, type Recorded } from './types.ts';

const MAX_FAILURES_IN_A_ROW = 8;

/** Every event of the registry after `position` up to the log's end, in batches; goes on after a lost connection. */
export async function* readAllRecorded<E extends EventShape>(
  connection: Connection,
  codec: Codec<E>,
  position: bigint | null,
  batchSize: number,
): AsyncGenerator<Recorded<E>[], void> {
  let last = position;
  let failures = 0;
  for (;;) {
    const client = connection.client();
    let read: LogRead | undefined;
    let inflow: Inflow<LogEntry> | undefined;
    try {
      // The position itself comes again: reads of the log start with it.
      read = await readLog(client, last);
      inflow = new Inflow(read.source, 2 * batchSize);
      for (
        let taken = await inflow.take(batchSize);
        taken !== undefined;
        taken = await inflow.take(batchSize)
      ) {
        const news = newerThan(taken, last);
        const newest = news.at(-1);
        if (newest === undefined) continue;
        failures = 0;
        const events = await codec.decode(news);
        if (events.length > 0) yield events;
        last = newest.position.commit;
      }
      return;
    } catch (thrown) {
      const error = storeError(thrown);
      if (!isUnavailability(error)) throw error;
      failures += 1;
      if (failures > MAX_FAILURES_IN_A_ROW) throw new EventStoreUnavailable(error);
      if (isLostConnection(error)) connection.replace(client);
      await delay(backoff(failures, 20, 1_000));
    } finally {
      inflow?.discard();
      read?.cancel();
    }
  }
}
