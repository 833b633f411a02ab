import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Answer, StudioClient } from '../studio-client.ts';

const fivePasses = 5;
/** Between two requests of one member. */
const pauseMs = 10;
/** After a request without an answer. */
const retryDelayMs = 100;

const bookingAnswer = z.object({ bookingId: z.number() });
const paymentAnswer = z.object({ clientSecret: z.string() });
const refusalAnswer = z.object({ code: z.string() });

/** The last acknowledged status of a booking; `unknown` when a cancellation was not answered. */
type AcknowledgedStatus = 'booked' | 'cancelled' | 'unknown';

/** Refusals by a rule, which are no failure. */
const expectedRefusals = ['CLASS_FULL', 'NO_PASS', 'BOOKING_NOT_FOUND', 'ALREADY_CANCELLED'];
/** CONFLICT is expected this long after a request without an answer, while sweeps still complete that booking. */
const completionMs = 15_000;

/**
 * A member who books, cancels and buys, one request after another, and records what was acknowledged. A request without an
 * answer (5xx, broken connection) may have taken effect or not.
 */
export class MemberLoad {
  readonly memberId: string;
  readonly email: string;
  readonly bookings = new Map<number, AcknowledgedStatus>();
  /** Payments that succeeded at Stripe. Each must have a lot, whatever the studio answered. */
  readonly paid: string[] = [];
  /** Purchases that the studio acknowledged. */
  readonly bought: string[] = [];
  /** Answers that must not occur. */
  readonly wrong: string[] = [];
  acknowledged = 0;
  unanswered = 0;
  #unansweredAt = Number.NEGATIVE_INFINITY;
  readonly #client: StudioClient;
  readonly #classIds: readonly number[];
  readonly #number: number;

  constructor(options: {
    client: StudioClient;
    memberId: string;
    email: string;
    number: number;
    classIds: readonly number[];
  }) {
    this.memberId = options.memberId;
    this.email = options.email;
    this.#client = options.client;
    this.#number = options.number;
    this.#classIds = options.classIds;
  }

  async run(stopping: AbortSignal): Promise<void> {
    await this.#buy();
    for (let round = this.#number; !stopping.aborted; round += 1) {
      const active = [...this.bookings].filter(([, status]) => status === 'booked').map(([id]) => id);
      const [oldest] = active;
      if (oldest !== undefined && (active.length > 3 || round % 3 === 2)) await this.#cancel(oldest);
      else await this.#book(this.#classIds[(round * 7) % this.#classIds.length] ?? 0);
      if (round % 20 === 19) await this.#buy();
      await delay(pauseMs);
    }
  }

  async #book(classId: number): Promise<void> {
    const answer = await this.#call('/api/bookings', { classId });
    if (answer === null) return;
    if (answer.status === 200) {
      this.bookings.set(bookingAnswer.parse(answer.body).bookingId, 'booked');
      this.acknowledged += 1;
    } else if (this.#getRefusal(answer) === 'NO_PASS') await this.#buy();
  }

  async #cancel(bookingId: number): Promise<void> {
    const answer = await this.#call('/api/cancel-booking', { bookingId });
    const refusal = answer === null ? null : this.#getRefusal(answer);
    if (answer === null) this.bookings.set(bookingId, 'unknown');
    // An earlier request without an answer has cancelled it.
    else if (refusal === 'ALREADY_CANCELLED') this.bookings.set(bookingId, 'cancelled');
    else if (answer.status === 200) {
      this.bookings.set(bookingId, 'cancelled');
      this.acknowledged += 1;
    }
  }

  async #buy(): Promise<void> {
    const started = await this.#call('/api/create-payment-intent', { passId: fivePasses });
    if (started?.status !== 200) return;
    const paymentIntent = await this.#client.pay(paymentAnswer.parse(started.body).clientSecret);
    this.paid.push(paymentIntent);
    const completed = await this.#call('/api/complete-payment', { payment_intent_id: paymentIntent });
    if (completed?.status !== 200) return;
    this.bought.push(paymentIntent);
    this.acknowledged += 1;
  }

  #getRefusal({ status, body }: Answer): string | null {
    if (status < 400) return null;
    return refusalAnswer.parse(body).code;
  }

  /** Returns null for a broken connection or an answer to retry later. */
  async #call(path: string, body: object): Promise<Answer | null> {
    let answer: Answer;
    try {
      answer = await this.#client.call('POST', path, body);
    } catch {
      await this.#waitBeforeRetry();
      return null;
    }
    const { status } = answer;
    if (status === 502 || status === 503 || status === 504) {
      await this.#waitBeforeRetry();
      return null;
    }
    const refusal = this.#getRefusal(answer);
    const mayBeCompleting = performance.now() - this.#unansweredAt < completionMs;
    if (
      refusal !== null &&
      !expectedRefusals.includes(refusal) &&
      !(refusal === 'CONFLICT' && mayBeCompleting)
    ) {
      this.wrong.push(`${path} answered ${status}: ${JSON.stringify(answer.body)}`);
    }
    return answer;
  }

  async #waitBeforeRetry(): Promise<void> {
    this.unanswered += 1;
    this.#unansweredAt = performance.now();
    await delay(retryDelayMs);
  }
}
