import { constants } from 'node:os';
import type { Logger } from '../logging/logger.ts';

/** As long as one part may take to stop, unless it says more; a part that hangs must not keep the others from stopping. */
const onePartMs = 5_000;
/** As long as all of it may take; docker-compose.yml's `stop_grace_period` is longer. What is open then, a restart mends. */
const wholeMs = 25_000;
/** npm, terminals and parents that end tell of one Ctrl-C several times; a signal later than this is a second one. */
const oneGestureMs = 2_000;

interface Step {
  readonly name: string;
  readonly stop: () => Promise<void>;
  readonly patienceMs: number;
}

/**
 * What has been started, to be stopped in the opposite order, once, on SIGINT or SIGTERM (ADR 23). The process then ends with 0,
 * or with 1 when a part failed to stop or took too long. A second signal ends it at once.
 */
export class Shutdown {
  readonly #steps: Step[] = [];
  readonly #logger: Logger;
  #running: Promise<boolean> | null = null;

  constructor(logger: Logger) {
    this.#logger = logger;
    let begunAt: number | null = null;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        const now = performance.now();
        if (begunAt !== null && now - begunAt > oneGestureMs) process.exit(128 + constants.signals[signal]);
        if (begunAt !== null) return;
        begunAt = now;
        void this.#run().then((clean) => process.exit(clean ? 0 : 1));
      });
    }
  }

  get hasBegun(): boolean {
    return this.#running !== null;
  }

  /** Adds a step that runs before all added earlier, and has so long; at once when the rest is being stopped already. */
  first(name: string, stop: () => Promise<void>, patienceMs = onePartMs): void {
    const step = { name, stop, patienceMs };
    if (this.hasBegun) void this.#stop(step);
    else this.#steps.unshift(step);
  }

  /** Stops everything; once, however often it is called. */
  async run(): Promise<void> {
    await this.#run();
  }

  #run(): Promise<boolean> {
    this.#running ??= this.#stopAll();
    return this.#running;
  }

  async #stopAll(): Promise<boolean> {
    setTimeout(() => {
      this.#logger.error('Not everything stopped in time; ending all the same');
      process.exit(1);
    }, wholeMs).unref();
    let clean = true;
    for (const step of this.#steps) clean = (await this.#stop(step)) && clean;
    return clean;
  }

  /** Whether it stopped, cleanly and in time. */
  async #stop({ name, stop, patienceMs }: Step): Promise<boolean> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error('It took too long')), patienceMs);
    try {
      await Promise.race([stop(), late.promise]);
      return true;
    } catch (error) {
      this.#logger.error({ err: error, step: name }, 'A part did not stop cleanly; going on without it');
      return false;
    } finally {
      clearTimeout(timer);
    }
  }
}
