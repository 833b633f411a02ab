import { setTimeout as delay } from 'node:timers/promises';

/** What reads and subscriptions of the whole log have in common. */
interface Source<E> {
  on(event: 'data', listener: (resolved: { readonly event?: E | undefined }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  removeAllListeners(event: string): unknown;
  pause(): unknown;
  resume(): unknown;
  readonly readableLength: number;
}

/** Fewer events than this are worth a wait for more. */
const FEW = 100;

/**
 * Collects what a source pushes and hands it out in batches. Above `highWater` events the source is paused, so that memory
 * stays bounded however slow the taker is; the server then waits, or ends a subscription.
 */
export class Inflow<E> {
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
      this.end();
    });
    source.on('end', () => this.end());
  }

  /** Nothing has arrived that has not been handed out. */
  get drained(): boolean {
    return this.#events.length === 0 && this.#source.readableLength === 0;
  }

  /** Wakes whoever waits in `take`. */
  nudge(): void {
    this.#wake?.();
  }

  /** What has arrived so far is still handed out; then `take` answers undefined, or throws the source's error. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  /** Drops what has arrived and stops listening; a late error of the source stays without effect. */
  discard(): void {
    this.#events = [];
    this.#ended = true;
    this.#source.removeAllListeners('data');
    // Flowing on into nothing, so that the source comes to its end.
    this.#source.resume();
    this.#wake?.();
  }

  /**
   * Waits for events, at most `max` at once, and `gatherMs` longer for more to come while there are few. Empty after a nudge,
   * undefined at the end. Throws the source's error.
   */
  async take(max: number, gatherMs = 0): Promise<E[] | undefined> {
    if (this.#events.length === 0) {
      // Events that the source itself still holds come before its end.
      if (this.#ended && this.#source.readableLength === 0) return this.#finish();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        if (this.#ended) setImmediate(resolve);
      });
      this.#wake = undefined;
    }
    if (gatherMs > 0 && this.#events.length > 0 && this.#events.length < FEW && !this.#ended)
      await delay(gatherMs);
    const taken = this.#events.length <= max ? this.#events : this.#events.slice(0, max);
    this.#events = this.#events.length <= max ? [] : this.#events.slice(max);
    if (this.#paused && this.#events.length <= this.#highWater / 2) {
      this.#paused = false;
      this.#source.resume();
    }
    return taken;
  }

  #finish(): undefined {
    if (this.#error !== undefined) throw this.#error;
    return undefined;
  }
}
