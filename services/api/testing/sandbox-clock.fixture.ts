import { z } from 'zod';

const answer = z.object({ now: z.iso.datetime() });

/** Moves the sandbox's clock over HTTP. Resolves when all that fell due on the way is done and projected. */
export class SandboxClock {
  readonly #url: string;

  constructor(base: string) {
    this.#url = `${base}/sandbox/clock`;
  }

  async now(): Promise<Date> {
    return new Date(answer.parse(await (await fetch(this.#url)).json()).now);
  }

  moveTo(instant: Date): Promise<void> {
    return this.#move({ now: instant.toISOString() });
  }

  /** Moves on by an ISO 8601 duration, for example `PT1S` or `P8D`. */
  advance(duration: string): Promise<void> {
    return this.#move({ advance: duration });
  }

  async #move(body: { now: string } | { advance: string }): Promise<void> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The clock did not move: ${await response.text()}`);
  }
}
