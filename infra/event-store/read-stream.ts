import { setTimeout as delay } from 'node:timers/promises';
import { type RecordedEvent, StreamNotFoundError } from '@eventstore/db-client';
import { backoff } from '../clock/backoff.ts';
import { type Connection, isLostConnection, isUnavailability } from './connection.ts';
import { EventStoreUnavailable } from './types.ts';

/** After this long no further try is begun. */
const GIVE_UP_AFTER_MS = 3_000;
/** db-client's reads have no deadline; this is the longest silence in one. */
const SILENCE_MS = 5_000;

/** All events of a stream from a revision (inclusive); null when there is no such stream. Throws EventStoreUnavailable. */
export async function readRecordedStream(
  connection: Connection,
  stream: string,
  fromRevision: bigint,
): Promise<RecordedEvent[] | null> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  for (let attempt = 0; ; attempt += 1) {
    const client = connection.client();
    try {
      return await readOnce(connection, stream, fromRevision);
    } catch (error) {
      if (error instanceof StreamNotFoundError) return null;
      if (!isUnavailability(error)) throw error;
      if (isLostConnection(error)) connection.replace(client);
      const wait = backoff(attempt, 20, 400);
      if (performance.now() + wait > giveUpAt) throw new EventStoreUnavailable(error);
      await delay(wait);
    }
  }
}

function readOnce(connection: Connection, stream: string, fromRevision: bigint): Promise<RecordedEvent[]> {
  const read = connection
    .client()
    .readStream(stream, { fromRevision, requiresLeader: true }, { highWaterMark: 1_000 });
  const events: RecordedEvent[] = [];
  const done = Promise.withResolvers<RecordedEvent[]>();
  const silence = setTimeout(() => {
    done.reject(new EventStoreUnavailable(new Error('A read got no answer in time')));
    void read.cancel();
  }, SILENCE_MS);
  // Stays after the answer: an error that nobody listens to ends the process.
  read.on('error', (error) => done.reject(error));
  read.on('data', ({ event }) => {
    silence.refresh();
    if (event !== undefined) events.push(event);
  });
  read.on('end', () => done.resolve(events));
  return done.promise.finally(() => clearTimeout(silence));
}
