/** A page ends early when it holds so many matches. */
const PAGE_MATCHES = 32;

export interface Checkpoint {
  readonly commit: number;
  readonly prepare: number;
}

/**
 * When a filtered subscription is told how far the log has been looked through. While it catches up that goes by pages
 * of `window` events, live by single events; either way once in `window × multiplier` events.
 */
export class CheckpointCounter {
  readonly #window: number;
  readonly #interval: number;
  #counter = 0;
  #lookedAt = 0;
  #matches = 0;
  #first = 0;
  #lastMatch: number | undefined;

  constructor(window: number, multiplier: number) {
    this.#window = window;
    this.#interval = window * multiplier;
  }

  /** Counts an event of the past; answers the checkpoint that follows it, if one does. */
  past(position: number, matches: boolean): Checkpoint | undefined {
    if (this.#lookedAt++ === 0) this.#first = position;
    if (matches) {
      this.#matches++;
      this.#lastMatch = position;
    }
    if (this.#lookedAt < this.#window && this.#matches < PAGE_MATCHES) return undefined;
    const checkpoint: Checkpoint =
      this.#lastMatch === undefined
        ? { commit: this.#first, prepare: 0 }
        : { commit: this.#lastMatch, prepare: this.#lastMatch };
    this.#endPage();
    if (this.#counter < this.#interval) return undefined;
    this.#counter %= this.#interval;
    return checkpoint;
  }

  /** The log's end was reached within a page: that page has no checkpoint, but its events count. */
  caughtUp(): void {
    this.#endPage();
  }

  /** Counts a live event; answers the checkpoint that follows it, if one does. */
  live(position: number): Checkpoint | undefined {
    this.#counter++;
    if (this.#counter < this.#interval) return undefined;
    this.#counter = 0;
    return { commit: position, prepare: position };
  }

  #endPage(): void {
    this.#counter += this.#lookedAt;
    this.#lookedAt = 0;
    this.#matches = 0;
    this.#lastMatch = undefined;
  }
}
