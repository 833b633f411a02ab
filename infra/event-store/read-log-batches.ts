import { setTimeout as delay } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { backoff } from '../clock/backoff.ts';
import { type Connection, isLostConnection, isUnavailability } from './connection.ts';
import { EventBuffer } from './event-buffer.ts';
import { type ReadCall, toCommandError } from './read-call.ts';
import { skipReadEvents } from './skip-read-events.ts';
import { EventStoreUnavailable } from './types.ts';

const MAX_CONSECUTIVE_FAILURES = 8;

/**
 * Reads the log after a position (exclusive; null = from the start) up to its end, in batches, and goes on after a lost
 * connection. `read` decides in which form events are decoded. Throws EventStoreUnavailable after too many consecutive failures.
 */
export async function* readLogBatches<Entry extends { readonly position: { readonly commit: bigint } }>(
  connection: Connection,
  read: (client: EventStoreDBClient, position: bigint | null) => Promise<ReadCall>,
  after: bigint | null,
  batchSize: number,
): AsyncGenerator<readonly Entry[], void> {
  let last = after;
  let failures = 0;
  for (;;) {
    const client = connection.client();
    let call: ReadCall | undefined;
    let buffer: EventBuffer<Entry> | undefined;
    try {
      // Reads of the log start with the event at the position itself, which is skipped.
      call = await read(client, last);
      buffer = new EventBuffer(call.source, 2 * batchSize);
      for (
        let taken = await buffer.take(batchSize);
        taken !== undefined;
        taken = await buffer.take(batchSize)
      ) {
        const unread: readonly Entry[] = skipReadEvents(taken, last);
        const newest = unread.at(-1);
        if (newest === undefined) continue;
        failures = 0;
        yield unread;
        last = newest.position.commit;
      }
      return;
    } catch (thrown) {
      const error = toCommandError(thrown);
      if (!isUnavailability(error)) throw error;
      failures += 1;
      if (failures > MAX_CONSECUTIVE_FAILURES) throw new EventStoreUnavailable(error);
      if (isLostConnection(error)) connection.replace(client);
      await delay(backoff(failures, 20, 1_000));
    } finally {
      buffer?.discard();
      call?.cancel();
    }
  }
}
