import { setTimeout as delay } from 'node:timers/promises';
import { type AllStreamRecordedEvent, excludeSystemEvents, START, TimeoutError } from '@eventstore/db-client';
import { backoff } from '../clock/backoff.ts';
import type { Logger } from '../logging/logger.ts';
import type { Codec } from './codec.ts';
import { type Connection, isLostConnection } from './connection.ts';
import { EventBuffer } from './event-buffer.ts';
import { skipReadEvents } from './skip-read-events.ts';
import type { EventShape, SubscriptionRequest } from './types.ts';

const FIRST_RETRY_DELAY_MS = 25;
const MAX_RETRY_DELAY_MS = 2_000;

/** A larger batch than this indicates many concurrent writers. */
const BUSY_BATCH = 12;
/** Under load the next batch gathers this many times longer; a client waits for its event's batch anyway. */
const MAX_GATHER_FACTOR = 8;

/** How long the next batch gathers: as long as the last one took, since larger batches leave more of a slow machine to others. */
function computeGatherMs(lastBatch: number, lastTookMs: number, gatherMs: number): number {
  const max = MAX_GATHER_FACTOR * gatherMs;
  return lastBatch > BUSY_BATCH ? max : Math.min(Math.max(gatherMs, lastTookMs), max);
}

/** A subscription to the whole log that resubscribes whenever it ends, until it is stopped. */
export class Subscription<E extends EventShape> {
  readonly #connection: Connection;
  readonly #codec: Codec<E>;
  readonly #request: SubscriptionRequest<E>;
  readonly #logger: Logger;
  readonly #stopping = new AbortController();
  readonly #done: Promise<void>;
  #buffer: EventBuffer<AllStreamRecordedEvent> | undefined;
  #failures = 0;

  constructor(connection: Connection, codec: Codec<E>, request: SubscriptionRequest<E>, logger: Logger) {
    this.#connection = connection;
    this.#codec = codec;
    this.#request = request;
    this.#logger = logger.child({ subscription: request.name });
    this.#done = this.#run();
  }

  /** Resolves when the current batch is handled; no other begins. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#buffer?.discard();
    await this.#done;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const client = this.#connection.client();
      try {
        await this.#consume(await this.#request.position());
        if (!signal.aborted) this.#logger.warn('The server ended the subscription; resubscribing');
      } catch (error) {
        if (signal.aborted) return;
        if (isLostConnection(error)) this.#connection.replace(client);
        if (error instanceof TimeoutError && this.#failures === 0) {
          // A burst overran the server's small buffer, which is no failure: resubscribe without a delay.
          this.#failures = 1;
          continue;
        }
        this.#logger.warn({ err: error }, 'The subscription failed; resubscribing');
      }
      const waitMs = backoff(this.#failures, FIRST_RETRY_DELAY_MS, MAX_RETRY_DELAY_MS);
      this.#failures += 1;
      await delay(waitMs, undefined, { signal }).catch(() => {});
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
    const buffer = new EventBuffer<AllStreamRecordedEvent>(subscription, 2 * maxBatch);
    this.#buffer = buffer;
    let caughtUp = false;
    let gather = gatherMs;
    // The message overtakes events that are still buffered, so it is reported once those are handled.
    subscription.on('caughtUp', () => {
      caughtUp = true;
      buffer.wake();
    });
    try {
      let last = position;
      for (;;) {
        if (this.#stopping.signal.aborted) return;
        const batch = await buffer.take(maxBatch, gather);
        if (batch === undefined || this.#stopping.signal.aborted) return;
        const started = performance.now();
        last = await this.#handle(batch, last);
        gather = computeGatherMs(batch.length, performance.now() - started, gatherMs);
        if (caughtUp && buffer.isDrained) {
          caughtUp = false;
          this.#failures = 0;
          onCaughtUp?.();
        }
      }
    } finally {
      this.#buffer = undefined;
      buffer.discard();
      await subscription.unsubscribe().catch(() => {});
    }
  }

  /** Handles the events after `last`, since the others were handled before, and returns the position reached. */
  async #handle(batch: readonly AllStreamRecordedEvent[], last: bigint | null): Promise<bigint | null> {
    const unread = skipReadEvents(batch, last);
    const newest = unread.at(-1);
    if (newest === undefined) return last;
    const events = await this.#codec.decode(unread);
    if (events.length > 0) {
      await this.#request.onBatch(events);
      this.#failures = 0;
    }
    return newest.position.commit;
  }
}
