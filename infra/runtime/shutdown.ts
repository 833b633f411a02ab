import type { Logger } from '../logging/logger.ts';

const patienceMs = 15_000;

/** What has been started, to be stopped in the opposite order, once, on SIGINT or SIGTERM. */
export class Shutdown {
  readonly #steps: { readonly name: string; readonly stop: () => Promise<void> }[] = [];
  readonly #logger: Logger;
  #running: Promise<void> | null = null;

  constructor(logger: Logger) {
    this.#logger = logger;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        void this.run().then(() => process.exit(0));
      });
    }
  }

  get hasBegun(): boolean {
    return this.#running !== null;
  }

  /** Adds a step that runs before all added earlier. */
  first(name: string, stop: () => Promise<void>): void {
    this.#steps.unshift({ name, stop });
  }

  run(): Promise<void> {
    this.#running ??= this.#stopAll();
    return this.#running;
  }

  async #stopAll(): Promise<void> {
    // What hangs must not keep the process for ever; everything here survives a kill.
    setTimeout(() => process.exit(1), patienceMs).unref();
    for (const { name, stop } of this.#steps) {
      try {
        await stop();
      } catch (error) {
        this.#logger.error({ err: error, step: name }, 'A part did not stop cleanly');
      }
    }
  }
}
