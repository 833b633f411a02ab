import { setTimeout as delay } from 'node:timers/promises';
import { DeadlineExceededError } from '@eventstore/db-client';
import pLimit from 'p-limit';
import { backoff } from '../clock/backoff.ts';
import type { Logger } from '../logging/logger.ts';
import { count } from '../telemetry/metrics.ts';
import { addSpanEvent } from '../telemetry/spans.ts';
import { AppendCall, type RawEvent } from './append-call.ts';
import { type Connection, createConnection, isLostConnection, isUnavailability } from './connection.ts';
import { type AppendResult, EventStoreUnavailable, type ExpectedRevision, VersionConflict } from './types.ts';

/** No further attempt begins after this time. */
const RETRY_FOR_MS = 3_000;
/** A connection that broke without a sign is never answered. */
const ATTEMPT_TIMEOUT_MS = 5_000;
/**
 * While EventStoreDB writes an append, it drops the same append from another connection without an answer (`IdempotentNotReady`)
 * and reports that after its own 4 s. The same append sent again once it is written is answered immediately.
 */
const RESEND_AFTER_MS = 1_000;
/** More appends than this wait here, where they are not sent again: resending them would double the load of a slow server. */
const MAX_IN_FLIGHT = 256;
/** Each call sends one append in a tick of the event loop, and a tick of a busy process takes some 10 ms (decision 0036). */
const CALLS = 8;

export interface Appender {
  /** @throws VersionConflict, EventStoreUnavailable, and db-client's errors for what the server refuses */
  append(stream: string, expected: ExpectedRevision, events: readonly RawEvent[]): Promise<AppendResult>;
  close(): Promise<void>;
}

export function createAppender(connectionString: string, logger: Logger): Appender {
  const calls = new AppendCalls(createConnection(connectionString));
  const limit = pLimit(MAX_IN_FLIGHT);
  const pending = new Set<Promise<unknown>>();

  async function appendWithRetries(
    stream: string,
    expected: ExpectedRevision,
    events: readonly RawEvent[],
  ): Promise<AppendResult> {
    const retryUntil = performance.now() + RETRY_FOR_MS;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await limit(() => sendUntilAnswered(() => calls.append(stream, expected, events)));
      } catch (error) {
        if (error instanceof VersionConflict || !isUnavailability(error)) throw error;
        // Whether it was written or not, the same ids at the same expected revision are written at most once.
        const waitMs = backoff(attempt, 20, 400);
        if (performance.now() + waitMs > retryUntil) throw new EventStoreUnavailable(error);
        count('tideline_append_retries_total', {});
        addSpanEvent('sent again');
        if (attempt === 0) logger.warn({ err: error, stream }, 'An append was not answered; retrying');
        await delay(waitMs);
      }
    }
  }

  return {
    async append(stream, expected, events) {
      const attempt = appendWithRetries(stream, expected, events);
      pending.add(attempt);
      try {
        return await attempt;
      } finally {
        pending.delete(attempt);
      }
    },
    async close() {
      await Promise.allSettled(pending);
      await calls.close();
    },
  };
}

/** Sends an append again while it is unanswered. Resolves with the first answer; rejects when every attempt has failed. */
async function sendUntilAnswered(send: () => Promise<AppendResult>): Promise<AppendResult> {
  const answer = Promise.withResolvers<AppendResult>();
  let unanswered = 0;
  const sendOnce = () => {
    unanswered += 1;
    send().then(answer.resolve, (error: unknown) => {
      unanswered -= 1;
      if (unanswered === 0 || !isUnavailability(error)) answer.reject(error);
    });
  };
  sendOnce();
  const resend = setInterval(sendOnce, RESEND_AFTER_MS);
  const timeout = setTimeout(
    () => answer.reject(new DeadlineExceededError(undefined, 'The event store did not answer in time')),
    ATTEMPT_TIMEOUT_MS,
  );
  try {
    return await answer.promise;
  } finally {
    clearInterval(resend);
    clearTimeout(timeout);
  }
}

interface OpenCall {
  readonly client: ReturnType<Connection['client']>;
  readonly opening: Promise<AppendCall>;
  /** Null until the call is open. */
  call: AppendCall | null;
}

/** Concurrent calls on one connection, used in rotation; a call that has ended is replaced. */
class AppendCalls {
  readonly #connection: Connection;
  readonly #calls: (OpenCall | undefined)[] = [];
  #next = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** @throws as `AppendCall.append`, and when no node is found */
  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly RawEvent[],
  ): Promise<AppendResult> {
    this.#next = (this.#next + 1) % CALLS;
    const { client, opening } = this.#openCall(this.#next);
    try {
      const call = await opening;
      return await call.append(stream, expected, events);
    } catch (error) {
      // After other errors the connection is alive, and other appends may still be answered on it.
      if (isLostConnection(error)) this.#connection.replace(client);
      throw error;
    }
  }

  async close(): Promise<void> {
    for (const open of this.#calls) open?.call?.cancel();
    await this.#connection.close();
  }

  #openCall(index: number): OpenCall {
    const known = this.#calls[index];
    const client = this.#connection.client();
    if (known !== undefined && known.client === client && known.call?.isOver !== true) return known;
    // Appends on the previous connection may still be answered.
    known?.call?.finish();
    const open: OpenCall = { client, opening: AppendCall.open(client), call: null };
    this.#calls[index] = open;
    open.opening.then(
      (call) => {
        open.call = call;
      },
      () => {
        if (this.#calls[index] === open) this.#calls[index] = undefined;
      },
    );
    return open;
  }
}
