import { setTimeout as delay } from 'node:timers/promises';

/** The part that reads and subscriptions of the whole log have in common. */
interface Source<E> {
  on(event: 'data', listener: (resolved: { readonly event?: E | undefined }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  removeAllListeners(event: string): unknown;
  pause(): unknown;
  resume(): unknown;
  readonly readableLength: number;
}

/** With fewer events than this a batch waits for more. */
const SMALL_BATCH = 100;

/**
 * Buffers what a source pushes and hands it out in batches. Above `highWater` events the source is paused, which bounds memory
 * however slow the consumer is; the server then waits, or ends a subscription.
 */
export class EventBuffer<E> {
  readonly #source: Source<E>;
  readonly #highWater: number;
  #events: E[] = [];
  #paused = false;
  #ended = false;
  #error: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(source: Source<E>, highWater: number) {
    this.#source = source;
    this.#highWater = highWater;
    source.on('data', ({ event }) => {
      if (event === undefined) return;
      this.#events.push(event);
      if (!this.#paused && this.#events.length >= highWater) {
        this.#paused = true;
        source.pause();
      }
      this.#wake?.();
    });
    source.on('error', (error) => {
      this.#error = error;
      this.#end();
    });
    source.on('end', () => this.#end());
  }

  /** Whether everything that has arrived was taken. */
  get isDrained(): boolean {
    return this.#events.length === 0 && this.#source.readableLength === 0;
  }

  /** Lets a pending `take` return, with no events if need be. */
  wake(): void {
    this.#wake?.();
  }

  /** Drops what has arrived and ignores the rest; a later error of the source has no effect. */
  discard(): void {
    this.#events = [];
    this.#source.removeAllListeners('data');
    // The source flows on, so that it reaches its end.
    this.#source.resume();
    this.#end();
  }

  /**
   * Waits for events and takes at most `max`, after `gatherMs` more when there are few. Empty after `wake`, undefined at the end.
   * @throws the source's error, after the events before it were taken
   */
  async take(max: number, gatherMs = 0): Promise<E[] | undefined> {
    if (this.#events.length === 0) {
      // Events that the source itself still buffers come before its end.
      if (this.#ended && this.#source.readableLength === 0) {
        if (this.#error !== undefined) throw this.#error;
        return undefined;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        if (this.#ended) setImmediate(resolve);
      });
      this.#wake = undefined;
    }
    const isSmall = this.#events.length > 0 && this.#events.length < SMALL_BATCH;
    if (gatherMs > 0 && isSmall && !this.#ended) await delay(gatherMs);
    const taken = this.#events.length <= max ? this.#events : this.#events.slice(0, max);
    this.#events = this.#events.length <= max ? [] : this.#events.slice(max);
    if (this.#paused && this.#events.length <= this.#highWater / 2) {
      this.#paused = false;
      this.#source.resume();
    }
    return taken;
  }

  #end(): void {
    this.#ended = true;
    this.#wake?.();
  }
}
