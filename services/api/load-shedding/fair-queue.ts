import { AsyncLocalStorage } from 'node:async_hooks';
import { isTracing } from '#infra/telemetry/spans.ts';

interface Waiting {
  readonly enter: (waitedMs: number) => void;
  readonly since: number;
  hasGone: boolean;
  next: Waiting | null;
}

interface TurnsOptions {
  readonly atOnce: number;
  /** How many come in within one turn of the event loop, by how long (ms) the first in line had waited when the first of them did. */
  readonly aTurn: (waitedMs: number) => number;
  /** Whoever has waited so long comes in at all events. */
  readonly patienceMs: number;
}

/** Lets so many in at once, and so many of them in one turn of the event loop, as they came. */
export class FairQueue {
  readonly #atOnce: number;
  readonly #aTurn: (waitedMs: number) => number;
  readonly #patienceMs: number;
  // Thousands may wait: whoever goes before their turn is passed over when it comes.
  #first: Waiting | null = null;
  #last: Waiting | null = null;
  #inside = 0;
  #thisTurn = 0;
  #thisTurnAtMost = 0;
  #isWatched = false;

  constructor({ atOnce, aTurn, patienceMs }: TurnsOptions) {
    this.#atOnce = atOnce;
    this.#aTurn = aTurn;
    this.#patienceMs = patienceMs;
  }

  /**
   * Calls `enter`, with how long it had to wait (ms), when it is its turn, perhaps at once. Answers how to leave, or to give up
   * waiting: once.
   */
  take(enter: (waitedMs: number) => void): () => void {
    let isInside = false;
    const go = (waitedMs: number) => {
      isInside = true;
      this.#inside += 1;
      this.#countThisTurn();
      enter(waitedMs);
    };
    if (this.#first === null && this.#hasRoom()) {
      go(0);
      return () => this.#leave();
    }
    const waiting: Waiting = {
      // Let in by another that leaves, and still within its own request: its spans are no part of the other's. Costs a twentieth of
      // all time when hundreds wait.
      enter: isTracing() ? AsyncLocalStorage.bind(go) : go,
      since: performance.now(),
      hasGone: false,
      next: null,
    };
    if (this.#last === null) this.#first = waiting;
    else this.#last.next = waiting;
    this.#last = waiting;
    if (!this.#isWatched) this.#watch();
    return () => {
      if (isInside) this.#leave();
      else waiting.hasGone = true;
    };
  }

  #leave(): void {
    this.#inside -= 1;
    this.#letIn();
  }

  #hasRoom(): boolean {
    if (this.#thisTurn === 0) {
      this.#thisTurnAtMost = this.#aTurn(this.#first === null ? 0 : performance.now() - this.#first.since);
    }
    return this.#inside < this.#atOnce && this.#thisTurn < this.#thisTurnAtMost;
  }

  #letIn(): void {
    for (let waiting = this.#first; waiting !== null; waiting = this.#first) {
      if (!waiting.hasGone && !this.#hasRoom() && this.#restOf(waiting) > 0) return;
      this.#first = waiting.next;
      if (this.#first === null) this.#last = null;
      if (!waiting.hasGone) waiting.enter(performance.now() - waiting.since);
    }
  }

  /** How long (ms) someone may still be kept waiting. */
  #restOf({ since }: Waiting): number {
    return since + this.#patienceMs - performance.now();
  }

  /** Looks when the first in line has waited long enough, for as long as anyone waits. */
  #watch(): void {
    this.#isWatched = this.#first !== null;
    if (this.#first === null) return;
    setTimeout(
      () => {
        this.#letIn();
        this.#watch();
      },
      Math.max(1, this.#restOf(this.#first)),
    ).unref();
  }

  #countThisTurn(): void {
    if (this.#thisTurn === 0) {
      setImmediate(() => {
        this.#thisTurn = 0;
        this.#letIn();
      });
    }
    this.#thisTurn += 1;
  }
}
