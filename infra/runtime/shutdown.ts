import { constants } from 'node:os';
import type { Logger } from '../logging/logger.ts';

/** The default timeout of one step, so that a step that hangs does not block the others. */
const stepTimeoutMs = 5_000;
/** The timeout of all steps, less than docker-compose.yml's `stop_grace_period`. A restart repairs what is left open. */
const totalTimeoutMs = 25_000;
/** npm and terminals send several signals for one Ctrl-C; a signal later than this is a second request. */
const repeatedSignalMs = 2_000;

interface Step {
  readonly name: string;
  readonly stop: () => Promise<void>;
  readonly timeoutMs: number;
}

/**
 * Stops what was started, in reverse order, once, on SIGINT or SIGTERM (decision 23). The process then exits with 0, or with 1 when a
 * step failed or timed out. A second signal exits immediately.
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
        if (begunAt !== null && now - begunAt > repeatedSignalMs)
          process.exit(128 + constants.signals[signal]);
        if (begunAt !== null) return;
        begunAt = now;
        void this.#run().then((isClean) => process.exit(isClean ? 0 : 1));
      });
    }
  }

  get hasBegun(): boolean {
    return this.#running !== null;
  }

  /** Adds a step that runs before all earlier ones; runs it immediately when the shutdown has begun. */
  addStep(name: string, stop: () => Promise<void>, timeoutMs = stepTimeoutMs): void {
    const step = { name, stop, timeoutMs };
    if (this.hasBegun) void this.#stop(step);
    else this.#steps.unshift(step);
  }

  /** Runs all steps; once, however often it is called. */
  async run(): Promise<void> {
    await this.#run();
  }

  #run(): Promise<boolean> {
    this.#running ??= this.#stopAll();
    return this.#running;
  }

  async #stopAll(): Promise<boolean> {
    setTimeout(() => {
      this.#logger.error('Not everything stopped in time; exiting');
      process.exit(1);
    }, totalTimeoutMs).unref();
    let isClean = true;
    for (const step of this.#steps) isClean = (await this.#stop(step)) && isClean;
    return isClean;
  }

  /** Returns whether the step succeeded in time. */
  async #stop({ name, stop, timeoutMs }: Step): Promise<boolean> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error('It took too long')), timeoutMs);
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
