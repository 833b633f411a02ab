import { z } from 'zod';
import { formatRequest, type LeanHttp } from '../load/lean-http.ts';

const bookingAnswer = z.object({ bookingId: z.number(), pending: z.boolean().optional() });
const refusal = z.object({ code: z.string() });
const myBookings = z.object({ bookings: z.array(z.object({ id: z.number() })) });

interface Read {
  readonly path: string;
  readonly isOwn?: true;
  readonly isOfDay?: true;
}

const classes: Read = { path: '/api/classes', isOfDay: true };
const waitlist: Read = { path: '/api/waitlist', isOwn: true, isOfDay: true };
const user: Read = { path: '/api/auth/user', isOwn: true };
const ownBookings: Read = { path: '/api/my-bookings', isOwn: true };
const ownPasses: Read = { path: '/api/user/passes', isOwn: true };
const passes: Read = { path: '/api/class-passes' };

/** What the page of the timetable reads. One more read of the bookings follows each booking. */
const readsOfPage = [classes, waitlist, user, ownPasses];
/** Reads of members who do not book, as often as they occur beside one booking. */
const otherReads = [
  ...Array<Read>(8).fill(classes),
  ...Array<Read>(2).fill(waitlist),
  ...Array<Read>(2).fill(user),
  ...Array<Read>(2).fill(ownBookings),
  passes,
];
export const otherReadsPerBooking = otherReads.length;
export const readsPerBooking = readsOfPage.length + 1 + otherReads.length;

const pick = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)];

const increment = (counts: Record<string, number>, key: string) => {
  counts[key] = (counts[key] ?? 0) + 1;
};

/** Sends the requests of members during a release, and records their latencies and answers. */
export class MemberTraffic {
  readonly #http: LeanHttp;
  readonly #tokens: readonly string[];
  readonly #dates: readonly string[];
  readonly #running = new Set<Promise<void>>();
  /** Milliseconds: of a member's whole path, of its booking alone, and of every read. */
  readonly latencies = { paths: [] as number[], bookings: [] as number[], reads: [] as number[] };
  readonly answers: Record<string, number> = {};
  readonly refusals: Record<string, number> = {};
  readonly acknowledged: [member: number, classId: number, bookingId: number][] = [];
  pending = 0;
  unseen = 0;

  constructor(http: LeanHttp, { tokens, dates }: { tokens: readonly string[]; dates: readonly string[] }) {
    this.#http = http;
    this.#tokens = tokens;
    this.#dates = dates;
  }

  /** A member opens the timetable, books, and reads the booking. Latency counts from `dueAt`. */
  startBooking(dueAt: number, member: number, classId: number): void {
    this.#track('booking', async () => {
      const token = this.#tokens[member] ?? '';
      await Promise.all(readsOfPage.map((read) => this.#read(read, performance.now(), token)));
      const bookingId = await this.#book(token, member, classId);
      if (bookingId !== null) await this.#lookUp(token, bookingId);
      this.latencies.paths.push(performance.now() - dueAt);
    });
  }

  startRead(dueAt: number): void {
    this.#track('read', () => this.#read(pick(otherReads) ?? classes, dueAt, pick(this.#tokens) ?? ''));
  }

  async waitForAnswers(): Promise<void> {
    await Promise.all(this.#running);
  }

  #track(what: string, send: () => Promise<void>): void {
    const running = send()
      .catch((error: unknown) =>
        increment(this.answers, `${what}: ${error instanceof Error ? error.message : error}`),
      )
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #read({ path, isOwn, isOfDay }: Read, dueAt: number, token: string): Promise<void> {
    const text = formatRequest(
      'GET',
      isOfDay ? `${path}?date=${pick(this.#dates)}` : path,
      isOwn ? { token } : {},
    );
    const { status } = await this.#http.send(text);
    this.latencies.reads.push(performance.now() - dueAt);
    increment(this.answers, `${path} ${status}`);
  }

  /** Returns the id of the booking, or null when it was refused or its read models are still pending. */
  async #book(token: string, member: number, classId: number): Promise<number | null> {
    const sentAt = performance.now();
    const text = formatRequest('POST', '/api/bookings', { token, body: { classId, allowOverlap: true } });
    const { status, body } = await this.#http.send(text, true);
    this.latencies.bookings.push(performance.now() - sentAt);
    increment(this.answers, `booking ${status}`);
    const answer: unknown = JSON.parse(body);
    if (status !== 200) {
      increment(this.refusals, refusal.safeParse(answer).data?.code ?? 'without a code');
      return null;
    }
    const { bookingId, pending } = bookingAnswer.parse(answer);
    this.acknowledged.push([member, classId, bookingId]);
    if (pending !== true) return bookingId;
    this.pending += 1;
    return null;
  }

  async #lookUp(token: string, bookingId: number): Promise<void> {
    const sentAt = performance.now();
    const { status, body } = await this.#http.send(formatRequest('GET', ownBookings.path, { token }), true);
    this.latencies.reads.push(performance.now() - sentAt);
    increment(this.answers, `${ownBookings.path} ${status}`);
    if (status === 200 && !myBookings.parse(JSON.parse(body)).bookings.some(({ id }) => id === bookingId))
      this.unseen += 1;
  }
}
