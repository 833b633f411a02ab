/** Calm enough for a thousand pages behind one proxy that holds streams back. */
const INTERVAL_MS = 45_000;

/** The delay before the next ask: `random` is 0 to 1 and spreads the clients by a third. */
export const computeAskDelayMs = (random: number): number =>
  Math.round(INTERVAL_MS * (2 / 3 + (random * 2) / 3));

/** Asks immediately when it starts, and then at a calm rate until it stops. */
export class Polling {
  readonly #ask: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: () => void) {
    this.#ask = ask;
  }

  /** Does nothing while it runs. */
  start(): void {
    if (this.#timer === undefined) this.#askAndWait();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #askAndWait(): void {
    this.#ask();
    this.#timer = setTimeout(() => this.#askAndWait(), computeAskDelayMs(Math.random()));
  }
}
