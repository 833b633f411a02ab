import { setTimeout as delay } from 'node:timers/promises';
import {
  type EventStoreDBClient,
  type EventType,
  type RecordedEvent,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { backoff } from '../clock/backoff.ts';
import { type Connection, isLostConnection, isUnavailability } from './connection.ts';
import { toCommandError } from './read-call.ts';
import { EventStoreUnavailable } from './types.ts';

/** No further attempt begins after this time. */
const RETRY_FOR_MS = 3_000;
/** db-client's reads have no deadline; a read that receives nothing for so long is cancelled. */
const SILENCE_TIMEOUT_MS = 5_000;

/**
 * Reads at most `maxCount` events of a stream from a revision (inclusive); null when the stream does not exist.
 * @throws EventStoreUnavailable, StreamDeletedError for a tombstoned stream
 */
export async function readStoredStream(
  connection: Connection,
  stream: string,
  fromRevision: bigint,
  maxCount = Number.MAX_SAFE_INTEGER,
): Promise<RecordedEvent<EventType>[] | null> {
  const retryUntil = performance.now() + RETRY_FOR_MS;
  for (let attempt = 0; ; attempt += 1) {
    const client = connection.client();
    try {
      return await readOnce(client, stream, fromRevision, maxCount);
    } catch (thrown) {
      if (thrown instanceof StreamNotFoundError) return null;
      const error = toCommandError(thrown);
      if (!isUnavailability(error)) throw error;
      if (isLostConnection(error)) connection.replace(client);
      const waitMs = backoff(attempt, 20, 400);
      if (performance.now() + waitMs > retryUntil) throw new EventStoreUnavailable(error);
      await delay(waitMs);
    }
  }
}

async function readOnce(
  client: EventStoreDBClient,
  stream: string,
  fromRevision: bigint,
  maxCount: number,
): Promise<RecordedEvent<EventType>[]> {
  const events: RecordedEvent<EventType>[] = [];
  const done = Promise.withResolvers<void>();
  const read = client.readStream(stream, { fromRevision, maxCount, requiresLeader: true });
  // Begins before the call is open: with several nodes db-client first discovers the leader, which may take a minute.
  const silence = setTimeout(() => {
    done.reject(new EventStoreUnavailable(new Error('A read was not answered in time')));
    read.cancel().catch(() => {});
  }, SILENCE_TIMEOUT_MS);
  // Stays after the end: an error event without a listener ends the process.
  read.on('error', done.reject);
  read.on('data', ({ event }) => {
    silence.refresh();
    if (event !== undefined) events.push(event);
  });
  read.on('end', done.resolve);
  try {
    await done.promise;
    return events;
  } finally {
    clearTimeout(silence);
  }
}
