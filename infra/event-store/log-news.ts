import { setTimeout as delay } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { backoff } from '../clock/backoff.ts';
import { type Connection, isLostConnection, isUnavailability } from './connection.ts';
import { Inflow } from './inflow.ts';
import { newerThan } from './newer-than.ts';
import { type ReadCall, storeError } from './read-call.ts';
import { EventStoreUnavailable } from './types.ts';

const MAX_FAILURES_IN_A_ROW = 8;

/**
 * What the log holds after a position (exclusive; null = from the start) up to its end, in batches; goes on after a lost
 * connection. `read` says in which form events come. Throws EventStoreUnavailable after too many failures in a row.
 */
export async function* logNews<Entry extends { readonly position: { readonly commit: bigint } }>(
  connection: Connection,
  read: (client: EventStoreDBClient, position: bigint | null) => Promise<ReadCall>,
  after: bigint | null,
  batchSize: number,
): AsyncGenerator<readonly Entry[], void> {
  let last = after;
  let failures = 0;
  for (;;) {
    const client = connection.client();
    let answer: ReadCall | undefined;
    let inflow: Inflow<Entry> | undefined;
    try {
      // The position itself comes again: reads of the log start with it.
      answer = await read(client, last);
      inflow = new Inflow(answer.source, 2 * batchSize);
      for (
        let taken = await inflow.take(batchSize);
        taken !== undefined;
        taken = await inflow.take(batchSize)
      ) {
        const news: readonly Entry[] = newerThan(taken, last);
        const newest = news.at(-1);
        if (newest === undefined) continue;
        failures = 0;
        yield news;
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
      answer?.cancel();
    }
  }
}
