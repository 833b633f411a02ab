import type { LiveChange } from '#services/contract/live.ts';
import { delay } from './delay.ts';

/** Changes that arrive together are refreshed together. */
const BATCH_MS = 200;
/** A read that hangs holds later changes back no longer than this. */
const LONGEST_REFRESH_MS = 10_000;

/**
 * Collects changes and refreshes what they affect, one refresh at a time. SWR drops an answer when a later read of its key has begun,
 * so otherwise a page would show nothing new while changes arrive faster than answers.
 */
export class ChangeBatches {
  readonly #refresh: (changes: readonly LiveChange[]) => Promise<unknown>;
  #pending: LiveChange[] = [];
  #isRunning = false;

  constructor(refresh: (changes: readonly LiveChange[]) => Promise<unknown>) {
    this.#refresh = refresh;
  }

  add(change: LiveChange): void {
    this.#pending.push(change);
    if (!this.#isRunning) void this.#run();
  }

  /** Drops what is pending. */
  close(): void {
    this.#pending = [];
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#pending.length > 0) {
      await delay(BATCH_MS);
      const changes = this.#pending;
      this.#pending = [];
      await Promise.race([this.#refresh(changes), delay(LONGEST_REFRESH_MS)]);
    }
    this.#isRunning = false;
  }
}
