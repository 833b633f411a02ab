import { setTimeout as delay } from 'node:timers/promises';
import { START } from '@eventstore/db-client';
import { backoff } from './backoff.ts';
import type { Codec } from './codec.ts';
import { type Connection, isLostConnection, isUnavailability } from './connection.ts';
import { Inflow } from './inflow.ts';
import { newerThan } from './newer-than.ts';
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
    // The position itself comes again: reads of the log start with it.
    const fromPosition = last === null ? START : { commit: last, prepare: last };
    const read = client.readAll({ fromPosition, requiresLeader: true }, { highWaterMark: batchSize });
    const inflow = new Inflow(read, 2 * batchSize);
    try {
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
    } catch (error) {
      if (!isUnavailability(error)) throw error;
      failures += 1;
      if (failures > MAX_FAILURES_IN_A_ROW) throw new EventStoreUnavailable(error);
      if (isLostConnection(error)) connection.replace(client);
      await delay(backoff(failures, 20, 1_000));
    } finally {
      inflow.discard();
      await read.cancel().catch(() => {});
    }
  }
}
