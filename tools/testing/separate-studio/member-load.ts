import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Answer, StudioClient } from '../studio-client.ts';

const fivePasses = 5;
/** Between two requests of one member, and before trying again what was not answered. */
const breathMs = 10;
const comeBackMs = 100;

const booked = z.object({ bookingId: z.number() });
const intent = z.object({ clientSecret: z.string() });
const refused = z.object({ code: z.string() });

/** What a member was last told of a booking; `unsure` when the answer to a cancellation did not arrive. */
type Told = 'booked' | 'cancelled' | 'unsure';

/** The rules' own refusals: nothing is wrong with them. */
const refusals = ['CLASS_FULL', 'NO_PASS', 'BOOKING_NOT_FOUND', 'ALREADY_CANCELLED'];
/**
 * Whoever asks for a class while their unanswered request for it is still being brought to its end by others may be told to look
 * again, for so long at most.
 */
const underWayMs = 15_000;

/**
 * One member who books, cancels and buys, one request after another, and remembers what was acknowledged. What was not
 * (a 5xx, a broken connection) may have happened or not.
 */
export class MemberLoad {
  readonly memberId: string;
  readonly email: string;
  readonly bookings = new Map<number, Told>();
  /** Paid at Stripe, so there must be a lot for each, whatever the studio answered. */
  readonly paid: string[] = [];
  /** Purchases that the studio acknowledged. */
  readonly bought: string[] = [];
  /** Answers that nobody should ever get. */
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
      const standing = [...this.bookings].filter(([, told]) => told === 'booked').map(([id]) => id);
      const [oldest] = standing;
      if (oldest !== undefined && (standing.length > 3 || round % 3 === 2)) await this.#cancel(oldest);
      else await this.#book(this.#classIds[(round * 7) % this.#classIds.length] ?? 0);
      if (round % 20 === 19) await this.#buy();
      await delay(breathMs);
    }
  }

  async #book(classId: number): Promise<void> {
    const answer = await this.#call('/api/bookings', { classId });
    if (answer === null) return;
    if (answer.status === 200) {
      this.bookings.set(booked.parse(answer.body).bookingId, 'booked');
      this.acknowledged += 1;
    } else if (this.#refusal(answer) === 'NO_PASS') await this.#buy();
  }

  async #cancel(bookingId: number): Promise<void> {
    const answer = await this.#call('/api/cancel-booking', { bookingId });
    const refusal = answer === null ? null : this.#refusal(answer);
    if (answer === null) this.bookings.set(bookingId, 'unsure');
    // It was cancelled by an earlier try that was not answered.
    else if (refusal === 'ALREADY_CANCELLED') this.bookings.set(bookingId, 'cancelled');
    else if (answer.status === 200) {
      this.bookings.set(bookingId, 'cancelled');
      this.acknowledged += 1;
    }
  }

  async #buy(): Promise<void> {
    const begun = await this.#call('/api/create-payment-intent', { passId: fivePasses });
    if (begun?.status !== 200) return;
    const paymentIntent = await this.#client.pay(intent.parse(begun.body).clientSecret);
    this.paid.push(paymentIntent);
    const done = await this.#call('/api/complete-payment', { payment_intent_id: paymentIntent });
    if (done?.status !== 200) return;
    this.bought.push(paymentIntent);
    this.acknowledged += 1;
  }

  #refusal({ status, body }: Answer): string | null {
    if (status < 400) return null;
    return refused.parse(body).code;
  }

  /** null when it was not answered, or with "try again". */
  async #call(path: string, body: object): Promise<Answer | null> {
    let answer: Answer;
    try {
      answer = await this.#client.call('POST', path, body);
    } catch {
      await this.#comeBack();
      return null;
    }
    const { status } = answer;
    if (status === 502 || status === 503 || status === 504) {
      await this.#comeBack();
      return null;
    }
    const refusal = this.#refusal(answer);
    const isUnderWay = performance.now() - this.#unansweredAt < underWayMs;
    if (refusal !== null && !refusals.includes(refusal) && !(refusal === 'CONFLICT' && isUnderWay)) {
      this.wrong.push(`${path} answered ${status}: ${JSON.stringify(answer.body)}`);
    }
    return answer;
  }
  async #comeBack(): Promise<void> {
    this.unanswered += 1;
    this.#unansweredAt = performance.now();
    await delay(comeBackMs);
  }
}
