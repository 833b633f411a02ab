import { setTimeout as delay } from 'node:timers/promises';
import { DeadlineExceededError, WrongExpectedVersionError } from '@eventstore/db-client';
import { backoff } from '../clock/backoff.ts';
import type { Logger } from '../logging/logger.ts';
import { count } from '../telemetry/metrics.ts';
import { noteOnSpan } from '../telemetry/spans.ts';
import type { RawEvent } from './append-call.ts';
import { AppendGate } from './append-gate.ts';
import { AppendLanes } from './append-lanes.ts';
import { createConnection, isUnavailability } from './connection.ts';
import { type Appended, EventStoreUnavailable, type ExpectedRevision, VersionConflict } from './types.ts';

/** After this long no further try is begun. */
const GIVE_UP_AFTER_MS = 3_000;
/** A server that has gone without a sign never answers. */
const ONE_TRY_MS = 5_000;
/**
 * An EventStoreDB that is just writing an append drops the same append from another (`IdempotentNotReady`) without a word, and
 * lets whoever waits know after its own 4 s. Asked once more when it has written it, it answers at once.
 */
const ASK_AGAIN_AFTER_MS = 1_000;

export interface Appender {
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly RawEvent[],
    bytes: number,
  ): Promise<Appended>;
  close(): Promise<void>;
}

export function createAppender(connectionString: string, logger: Logger): Appender {
  const lanes = new AppendLanes(createConnection(connectionString));
  const gate = new AppendGate();
  const pending = new Set<Promise<unknown>>();

  async function retrying(
    stream: string,
    expected: ExpectedRevision,
    events: readonly RawEvent[],
    bytes: number,
  ): Promise<Appended> {
    const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await gate.run(bytes, () => answered(() => lanes.append(stream, expected, events)));
      } catch (error) {
        if (error instanceof WrongExpectedVersionError) throw new VersionConflict(stream);
        if (!isUnavailability(error)) throw error;
        // Whether it was written or not, the same ids at the same expected revision are written at most once.
        const wait = backoff(attempt, 20, 400);
        if (performance.now() + wait > giveUpAt) throw new EventStoreUnavailable(error);
        count('tideline_append_retries_total', {});
        noteOnSpan('sent again');
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
      await lanes.close();
    },
  };
}

/** The first answer to an append, which is sent again while there is none; a failure when all that was sent has failed. */
async function answered(send: () => Promise<Appended>): Promise<Appended> {
  const answer = Promise.withResolvers<Appended>();
  let unanswered = 0;
  const ask = () => {
    unanswered += 1;
    send().then(answer.resolve, (error: unknown) => {
      unanswered -= 1;
      if (unanswered === 0 || !isUnavailability(error)) answer.reject(error);
    });
  };
  ask();
  const asking = setInterval(ask, ASK_AGAIN_AFTER_MS);
  const late = setTimeout(
    () => answer.reject(new DeadlineExceededError(undefined, 'The event store did not answer in time')),
    ONE_TRY_MS,
  );
  try {
    return await answer.promise;
  } finally {
    clearInterval(asking);
    clearTimeout(late);
  }
}
