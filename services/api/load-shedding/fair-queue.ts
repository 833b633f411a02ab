import { AsyncLocalStorage } from 'node:async_hooks';
import { isTracing } from '#infra/telemetry/spans.ts';

interface QueueEntry {
  readonly start: (waitedMs: number) => void;
  readonly queuedAt: number;
  isCancelled: boolean;
  next: QueueEntry | null;
}

interface FairQueueOptions {
  readonly maxConcurrent: number;
  /** How many start per tick of the event loop, by how long (ms) the oldest entry has waited at the first start of the tick. */
  readonly getStartsPerTick: (oldestWaitMs: number) => number;
  /** An entry older than this starts regardless of the limits, so that none starves. */
  readonly timeoutMs: number;
}

/** A first-in, first-out queue that limits concurrency and the number of starts per tick of the event loop. */
export class FairQueue {
  readonly #maxConcurrent: number;
  readonly #getStartsPerTick: (oldestWaitMs: number) => number;
  readonly #timeoutMs: number;
  // A linked list, since thousands may wait; cancelled entries are skipped when they reach the head.
  #head: QueueEntry | null = null;
  #tail: QueueEntry | null = null;
  #running = 0;
  #startsThisTick = 0;
  #maxStartsThisTick = 0;
  #hasTimer = false;

  constructor({ maxConcurrent, getStartsPerTick, timeoutMs }: FairQueueOptions) {
    this.#maxConcurrent = maxConcurrent;
    this.#getStartsPerTick = getStartsPerTick;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Calls `start` with the time (ms) it was queued, synchronously if there is room. Returns a function, to be called once, that
   * ends the work or cancels the wait for it.
   */
  enter(start: (waitedMs: number) => void): () => void {
    let isRunning = false;
    const run = (waitedMs: number) => {
      isRunning = true;
      this.#running += 1;
      this.#countStart();
      start(waitedMs);
    };
    if (this.#head === null && this.#hasRoom()) {
      run(0);
      return () => this.#release();
    }
    const entry: QueueEntry = {
      // Another request's release starts this one; binding keeps its spans in its own trace. It costs a twentieth of all CPU time
      // when hundreds wait, so it is done only while tracing.
      start: isTracing() ? AsyncLocalStorage.bind(run) : run,
      queuedAt: performance.now(),
      isCancelled: false,
      next: null,
    };
    if (this.#tail === null) this.#head = entry;
    else this.#tail.next = entry;
    this.#tail = entry;
    if (!this.#hasTimer) this.#scheduleTimeout();
    return () => {
      if (isRunning) this.#release();
      else entry.isCancelled = true;
    };
  }

  #release(): void {
    this.#running -= 1;
    this.#startQueued();
  }

  #hasRoom(): boolean {
    if (this.#startsThisTick === 0) {
      const oldestWaitMs = this.#head === null ? 0 : performance.now() - this.#head.queuedAt;
      this.#maxStartsThisTick = this.#getStartsPerTick(oldestWaitMs);
    }
    return this.#running < this.#maxConcurrent && this.#startsThisTick < this.#maxStartsThisTick;
  }

  #startQueued(): void {
    for (let entry = this.#head; entry !== null; entry = this.#head) {
      if (!entry.isCancelled && !this.#hasRoom() && this.#getRemainingMs(entry) > 0) return;
      this.#head = entry.next;
      if (this.#head === null) this.#tail = null;
      if (!entry.isCancelled) entry.start(performance.now() - entry.queuedAt);
    }
  }

  #getRemainingMs({ queuedAt }: QueueEntry): number {
    return queuedAt + this.#timeoutMs - performance.now();
  }

  /** Starts the oldest entry when it times out, for as long as the queue is not empty. */
  #scheduleTimeout(): void {
    this.#hasTimer = this.#head !== null;
    if (this.#head === null) return;
    setTimeout(
      () => {
        this.#startQueued();
        this.#scheduleTimeout();
      },
      Math.max(1, this.#getRemainingMs(this.#head)),
    ).unref();
  }

  #countStart(): void {
    if (this.#startsThisTick === 0) {
      setImmediate(() => {
        this.#startsThisTick = 0;
        this.#startQueued();
      });
    }
    this.#startsThisTick += 1;
  }
}
