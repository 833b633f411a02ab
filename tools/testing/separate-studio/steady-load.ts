import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { openPage } from '#services/api/testing/event-stream.fixture.ts';
import type { StudioClient } from '../studio-client.ts';

const breathMs = 5;
const booked = z.object({ bookingId: z.number(), pending: z.literal(true).optional() });

/** What a steady load was answered, and all that was not as it should be. */
export class SteadyLoad {
  /** Requests answered with a 2xx. */
  answered = 0;
  /** Commands that were done, but whose read models were not up to it within 2 s. */
  pending = 0;
  /** Streams of events that ended in good order and were opened again. */
  reopened = 0;
  /** Anything else than a 2xx, and every connection that broke. */
  readonly failures: string[] = [];
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>[] = [];

  /** Reads one thing after another for as long as the load lasts. */
  read(client: StudioClient, paths: readonly string[]): void {
    this.#run(async () => {
      for (const path of paths) await this.#ask(client, 'GET', path);
    });
  }

  /** Books each class and cancels it again, over and over; always with room and passes enough. */
  book(client: StudioClient, classIds: readonly number[]): void {
    this.#run(async () => {
      for (const classId of classIds) {
        const answer = await this.#ask(client, 'POST', '/api/bookings', { classId });
        if (answer === null) continue;
        const { bookingId, pending } = booked.parse(answer);
        // Until the read model knows of it, it can't be named; the next round is answered with the same booking.
        if (pending) this.pending += 1;
        else await this.#ask(client, 'POST', '/api/cancel-booking', { bookingId });
      }
    });
  }

  /** Keeps a page open that is told what changed, as the web does: opened again whenever its stream ends. */
  watch(base: string, token?: string): void {
    this.#run(async () => {
      const page = await openPage(base, token);
      const stopped = Promise.withResolvers<'stopped'>();
      this.#stopping.signal.addEventListener('abort', () => stopped.resolve('stopped'), { once: true });
      const how = await Promise.race([page.ended, stopped.promise]);
      page.close();
      if (how === 'aborted') this.failures.push('a stream of events was torn off');
      if (how === 'complete') this.reopened += 1;
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  #run(round: () => Promise<void>): void {
    const { signal } = this.#stopping;
    const loop = async () => {
      while (!signal.aborted) {
        try {
          await round();
        } catch (error) {
          this.failures.push(String(error));
        }
        await delay(breathMs);
      }
    };
    this.#running.push(loop());
  }

  async #ask(client: StudioClient, method: string, path: string, body?: object): Promise<unknown> {
    if (this.#stopping.signal.aborted) return null;
    try {
      const answer = await client.call(method, path, body);
      if (answer.status < 300) {
        this.answered += 1;
        return answer.body;
      }
      this.failures.push(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      this.failures.push(`${method} ${path} broke: ${String(error)} ${String(cause ?? '')}`);
    }
    return null;
  }
}
