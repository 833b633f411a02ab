import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { openPage } from '#services/api/testing/event-stream.fixture.ts';
import type { StudioClient } from '../studio-client.ts';

const pauseMs = 5;
const bookingAnswer = z.object({ bookingId: z.number(), pending: z.literal(true).optional() });

/** A steady load of requests, its answers and its failures. */
export class SteadyLoad {
  /** Requests answered with a 2xx. */
  answered = 0;
  /** Commands whose read models had not caught up within 2 s. */
  pending = 0;
  /** Event streams that ended properly and were opened again. */
  reopened = 0;
  /** Answers other than 2xx, and broken connections. */
  readonly failures: string[] = [];
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>[] = [];

  /** Reads the paths one after another until the load stops. */
  read(client: StudioClient, paths: readonly string[]): void {
    this.#run(async () => {
      for (const path of paths) await this.#send(client, 'GET', path);
    });
  }

  /** Books and cancels each class again and again. There must be free seats and passes. */
  book(client: StudioClient, classIds: readonly number[]): void {
    this.#run(async () => {
      for (const classId of classIds) {
        const answer = await this.#send(client, 'POST', '/api/bookings', { classId });
        if (answer === null) continue;
        const { bookingId, pending } = bookingAnswer.parse(answer);
        // A pending booking cannot be cancelled yet. The next round returns the same booking.
        if (pending) this.pending += 1;
        else await this.#send(client, 'POST', '/api/cancel-booking', { bookingId });
      }
    });
  }

  /** Keeps a stream of changes open, as the web does, and opens it again when it ends. */
  watch(base: string, token?: string): void {
    this.#run(async () => {
      const page = await openPage(base, token);
      const stopped = Promise.withResolvers<'stopped'>();
      this.#stopping.signal.addEventListener('abort', () => stopped.resolve('stopped'), { once: true });
      const ending = await Promise.race([page.ended, stopped.promise]);
      page.close();
      if (ending === 'aborted') this.failures.push('an event stream was broken off');
      if (ending === 'complete') this.reopened += 1;
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
        await delay(pauseMs);
      }
    };
    this.#running.push(loop());
  }

  async #send(client: StudioClient, method: string, path: string, body?: object): Promise<unknown> {
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
