import { setTimeout as delay } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { backoff } from '../clock/backoff.ts';
import { type Connection, isLostConnection, isUnavailability } from './connection.ts';
import { type LogEntry, readStreamAnswer } from './log-entry.ts';
import { type ReadOptions, readCall, storeError } from './read-call.ts';
import { EventStoreUnavailable } from './types.ts';

/** After this long no further try is begun. */
const GIVE_UP_AFTER_MS = 3_000;
/** Reads have no deadline; this is the longest silence in one. */
const SILENCE_MS = 5_000;

/** All events of a stream from a revision (inclusive); null when there is no such stream. Throws EventStoreUnavailable. */
export async function readRecordedStream(
  connection: Connection,
  stream: string,
  fromRevision: bigint,
): Promise<LogEntry[] | null> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  for (let attempt = 0; ; attempt += 1) {
    const client = connection.client();
    try {
      return await readOnce(client, stream, fromRevision);
    } catch (thrown) {
      const error = storeError(thrown);
      if (!isUnavailability(error)) throw error;
      if (isLostConnection(error)) connection.replace(client);
      const wait = backoff(attempt, 20, 400);
      if (performance.now() + wait > giveUpAt) throw new EventStoreUnavailable(error);
      await delay(wait);
    }
  }
}

async function readOnce(
  client: EventStoreDBClient,
  stream: string,
  fromRevision: bigint,
): Promise<LogEntry[] | null> {
  const events: LogEntry[] = [];
  let isThere = true;
  const done = Promise.withResolvers<void>();
  // From before there is a call: with several nodes db-client looks for the leader first, which may take it a minute.
  const silence = setTimeout(() => {
    done.reject(new EventStoreUnavailable(new Error('A read got no answer in time')));
    // Also one that comes only now.
    calling.then(
      (call) => call.cancel(),
      () => {},
    );
  }, SILENCE_MS);
  const calling = readCall(client, optionsOf(stream, fromRevision), readStreamAnswer);
  calling.then(({ source }) => {
    // Stays after the answer: an error that nobody listens to ends the process.
    source.on('error', (error) => done.reject(error));
    source.on('data', ({ event }: { event: LogEntry | 'no_stream' | undefined }) => {
      silence.refresh();
      if (event === 'no_stream') isThere = false;
      else if (event !== undefined) events.push(event);
    });
    source.on('end', () => done.resolve());
  }, done.reject);
  try {
    await done.promise;
    return isThere ? events : null;
  } finally {
    clearTimeout(silence);
  }
}

function optionsOf(stream: string, fromRevision: bigint): ReadOptions {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream, 'utf8'));
  const one = new streams.ReadReq.Options.StreamOptions();
  one.setStreamIdentifier(identifier);
  one.setRevision(fromRevision.toString());
  const options = new streams.ReadReq.Options();
  options.setStream(one);
  return options;
}
