/** A page ends early when it has this many matches. */
const PAGE_MATCHES = 32;

export interface Checkpoint {
  readonly commit: number;
  readonly prepare: number;
}

/**
 * Decides when a filtered subscription gets a checkpoint: once in `window × multiplier` events. During catch-up that is the end of a page
 * of `window` events; live it is any event.
 */
export class CheckpointCounter {
  readonly #window: number;
  readonly #interval: number;
  #counter = 0;
  #scanned = 0;
  #matches = 0;
  #first = 0;
  #lastMatch: number | undefined;

  constructor(window: number, multiplier: number) {
    this.#window = window;
    this.#interval = window * multiplier;
  }

  /** Counts an event of the past. Returns the checkpoint to send after it, if any. */
  countPast(position: number, matches: boolean): Checkpoint | undefined {
    if (this.#scanned++ === 0) this.#first = position;
    if (matches) {
      this.#matches++;
      this.#lastMatch = position;
    }
    if (this.#scanned < this.#window && this.#matches < PAGE_MATCHES) return undefined;
    const checkpoint: Checkpoint =
      this.#lastMatch === undefined
        ? { commit: this.#first, prepare: 0 }
        : { commit: this.#lastMatch, prepare: this.#lastMatch };
    this.#endPage();
    if (this.#counter < this.#interval) return undefined;
    this.#counter %= this.#interval;
    return checkpoint;
  }

  /** Ends the last page of the past. It gets no checkpoint, but its events count. */
  endCatchUp(): void {
    this.#endPage();
  }

  /** Counts a live event. Returns the checkpoint to send after it, if any. */
  countLive(position: number): Checkpoint | undefined {
    this.#counter++;
    if (this.#counter < this.#interval) return undefined;
    this.#counter = 0;
    return { commit: position, prepare: position };
  }

  #endPage(): void {
    this.#counter += this.#scanned;
    this.#scanned = 0;
    this.#matches = 0;
    this.#lastMatch = undefined;
  }
}
