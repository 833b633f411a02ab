import { setTimeout as delay } from 'node:timers/promises';
import { type AllStreamRecordedEvent, excludeSystemEvents, START, TimeoutError } from '@eventstore/db-client';
import { backoff } from '../clock/backoff.ts';
import type { Logger } from '../logging/logger.ts';
import type { Codec } from './codec.ts';
import { type Connection, isLostConnection } from './connection.ts';
import { Inflow } from './inflow.ts';
import { newerThan } from './newer-than.ts';
import type { EventShape, Recorded } from './types.ts';

const FIRST_WAIT_MS = 25;
const LONGEST_WAIT_MS = 2_000;

/** More events than this in a batch mean that many are at work. */
const BUSY = 12;
/** How much longer a batch gathers then; who waits for one of many waits for the others anyway. */
const BUSY_FACTOR = 8;

/** As long as the last batch took: where everything takes longer, larger batches leave more of the machine to the others. */
function gatherAfter(count: number, tookMs: number, gatherMs: number): number {
  const longest = BUSY_FACTOR * gatherMs;
  return count > BUSY ? longest : Math.min(Math.max(gatherMs, tookMs), longest);
}

interface SubscriptionRequest<E extends EventShape> {
  readonly name: string;
  readonly position: () => Promise<bigint | null>;
  readonly onBatch: (events: readonly Recorded<E>[]) => Promise<void>;
  readonly onCaughtUp?: () => void;
  readonly maxBatch?: number;
  readonly gatherMs?: number;
}

/** One subscription of the whole log that is made anew whenever it ends, until it is stopped. */
export class LastingSubscription<E extends EventShape> {
  readonly #connection: Connection;
  readonly #codec: Codec<E>;
  readonly #request: SubscriptionRequest<E>;
  readonly #logger: Logger;
  readonly #stopping = new AbortController();
  readonly #done: Promise<void>;
  #inflow: Inflow<AllStreamRecordedEvent> | undefined;
  #failures = 0;

  constructor(connection: Connection, codec: Codec<E>, request: SubscriptionRequest<E>, logger: Logger) {
    this.#connection = connection;
    this.#codec = codec;
    this.#request = request;
    this.#logger = logger.child({ subscription: request.name });
    this.#done = this.#run();
  }

  /** Resolves when the batch in hand is done; no other is begun. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#inflow?.discard();
    await this.#done;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const client = this.#connection.client();
      try {
        await this.#consume(await this.#request.position());
        if (!signal.aborted) this.#logger.warn('The subscription was ended by the server; subscribing again');
      } catch (error) {
        if (signal.aborted) return;
        if (isLostConnection(error)) this.#connection.replace(client);
        if (error instanceof TimeoutError && this.#failures === 0) {
          // A burst outran the server's small buffer: nothing is wrong, go on at once from where we are.
          this.#failures = 1;
          continue;
        }
        this.#logger.warn({ err: error }, 'The subscription failed; subscribing again');
      }
      const wait = backoff(this.#failures, FIRST_WAIT_MS, LONGEST_WAIT_MS);
      this.#failures += 1;
      await delay(wait, undefined, { signal }).catch(() => {});
    }
  }

  async #consume(position: bigint | null): Promise<void> {
    const { onCaughtUp, maxBatch = 1_000, gatherMs = 0 } = this.#request;
    const subscription = this.#connection.client().subscribeToAll(
      {
        fromPosition: position === null ? START : { commit: position, prepare: position },
        filter: excludeSystemEvents({ checkpointInterval: 1_000 }),
        requiresLeader: true,
      },
      { highWaterMark: maxBatch },
    );
    const inflow = new Inflow<AllStreamRecordedEvent>(subscription, 2 * maxBatch);
    this.#inflow = inflow;
    let caughtUp = false;
    let gather = gatherMs;
    // Overtakes events that are still on their way through buffers; told once those are handled.
    subscription.on('caughtUp', () => {
      caughtUp = true;
      inflow.nudge();
    });
    try {
      let last = position;
      for (;;) {
        if (this.#stopping.signal.aborted) return;
        const taken = await inflow.take(maxBatch, gather);
        if (taken === undefined || this.#stopping.signal.aborted) return;
        const began = performance.now();
        last = await this.#handle(taken, last);
        gather = gatherAfter(taken.length, performance.now() - began, gatherMs);
        if (caughtUp && inflow.drained) {
          caughtUp = false;
          this.#failures = 0;
          onCaughtUp?.();
        }
      }
    } finally {
      this.#inflow = undefined;
      inflow.discard();
      await subscription.unsubscribe().catch(() => {});
    }
  }

  /** Answers the position reached. Positions only grow, so what is not above the last was handled before. */
  async #handle(taken: readonly AllStreamRecordedEvent[], last: bigint | null): Promise<bigint | null> {
    const news = newerThan(taken, last);
    const newest = news.at(-1);
    if (newest === undefined) return last;
    const events = await this.#codec.decode(news);
    if (events.length > 0) {
      await this.#request.onBatch(events);
      this.#failures = 0;
    }
    return newest.position.commit;
  }
}
