import { z } from 'zod';

const answer = z.object({ now: z.iso.datetime() });

/** The sandbox's clock, as a person moves it. */
export class StudioClockHand {
  readonly #url: string;

  constructor(base: string) {
    this.#url = `${base}/sandbox/clock`;
  }

  async now(): Promise<Date> {
    return new Date(answer.parse(await (await fetch(this.#url)).json()).now);
  }

  /** Resolves when all that falls due on the way is done and projected. */
  async moveTo(instant: Date): Promise<void> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ now: instant.toISOString() }),
    });
    if (!response.ok) throw new Error(`The clock did not move: ${await response.text()}`);
  }
}
