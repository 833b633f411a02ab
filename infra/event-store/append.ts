import { setTimeout as delay } from 'node:timers/promises';
import { DeadlineExceededError, type EventData, WrongExpectedVersionError } from '@eventstore/db-client';
import type { Logger } from '../logging/logger.ts';
import { AppendGate } from './append-gate.ts';
import { backoff } from './backoff.ts';
import { type Connection, createConnection, isLostConnection, isUnavailability } from './connection.ts';
import { type Appended, EventStoreUnavailable, type ExpectedRevision, VersionConflict } from './types.ts';

/** After this long no further try is begun. */
const GIVE_UP_AFTER_MS = 3_000;
/** db-client waits for ever for the answer of an append. */
const ONE_TRY_MS = 5_000;

export interface Appender {
  append(stream: string, expected: ExpectedRevision, events: EventData[], bytes: number): Promise<Appended>;
  close(): Promise<void>;
}

interface Shared {
  readonly appender: Appender;
  users: number;
}

/**
 * db-client keeps the appends it waits for in one table for the whole process: when one client's connection breaks, those of
 * all clients are rejected, and the answer that another then gets ends the process. So a process has one appending client a
 * server, shared by every event store in it.
 */
const appenders = new Map<string, Shared>();

export function shareAppender(connectionString: string, logger: Logger): Appender {
  const shared = appenders.get(connectionString) ?? {
    appender: createAppender(connectionString, logger),
    users: 0,
  };
  appenders.set(connectionString, shared);
  shared.users += 1;
  let closed = false;
  return {
    append: (...args) => shared.appender.append(...args),
    async close() {
      if (closed) return;
      closed = true;
      shared.users -= 1;
      if (shared.users > 0) return;
      appenders.delete(connectionString);
      await shared.appender.close();
    },
  };
}

function createAppender(connectionString: string, logger: Logger): Appender {
  const connection = createConnection(connectionString);
  const gate = new AppendGate();
  const pending = new Set<Promise<unknown>>();

  async function retrying(
    stream: string,
    expected: ExpectedRevision,
    events: EventData[],
    bytes: number,
  ): Promise<Appended> {
    const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await gate.run(bytes, () => appendOnce(connection, stream, expected, events));
      } catch (error) {
        if (error instanceof WrongExpectedVersionError) throw new VersionConflict(stream);
        if (!isUnavailability(error)) throw error;
        // Whether it was written or not, the same ids at the same expected revision are written at most once.
        const wait = backoff(attempt, 20, 400);
        if (performance.now() + wait > giveUpAt) throw new EventStoreUnavailable(error);
        if (attempt === 0) logger.warn({ err: error, stream }, 'An append was not answered; trying it again');
        await delay(wait);
      }
    }
  }

  return {
    async append(stream, expected, events, bytes) {
      const attempt = retrying(stream, expected, events, bytes);
      pending.add(attempt);
      try {
        return await attempt;
      } finally {
        pending.delete(attempt);
      }
    },
    async close() {
      await Promise.allSettled(pending);
      await connection.close();
    },
  };
}

async function appendOnce(
  connection: Connection,
  stream: string,
  expected: ExpectedRevision,
  events: EventData[],
): Promise<Appended> {
  const client = connection.client();
  try {
    const answer = await inTime(
      client.appendToStream(stream, events, { expectedRevision: expected, requiresLeader: true }),
    );
    if (answer.position === undefined)
      throw new Error(`The stream ${stream} was deleted; it can't be appended to`);
    return { revision: answer.nextExpectedRevision, position: answer.position.commit };
  } catch (error) {
    // Only then: other appends may still wait for answers on a connection that lives.
    if (isLostConnection(error)) connection.replace(client);
    throw error;
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new DeadlineExceededError(undefined, 'The event store did not answer in time'));
  }, ONE_TRY_MS);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
