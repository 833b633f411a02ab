import { millisecondsInDay } from 'date-fns/constants';
import { z } from 'zod';
import { getMonday } from '#domain/london-time.ts';
import { londonDayIn } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';

const daysOpen = 6;
const readsPerAction = 5;
const password = 'seaside-7';
const passOfFive = 5;
const openStreams = 20;

const classAnswer = z.object({ class: z.object({ id: z.number() }) });
const instructorAnswer = z.object({ instructor: z.object({ id: z.number() }) });
const bookingAnswer = z.object({ bookingId: z.number() });
const taughtClasses = z.object({
  classes: z.array(z.object({ date: z.string(), bookings: z.array(z.object({ id: z.number() })) })),
});

export interface TrafficPlan {
  readonly base: string;
  readonly tokens: readonly string[];
  /** Commands a second; five reads come to each. */
  readonly perSecond: number;
  readonly classesPerDay: number;
}

interface Booking {
  readonly member: StudioClient;
  readonly bookingId: number;
}

const pick = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)];

/**
 * Simulates a studio's traffic: members book, cancel, join waiting lists, buy, sign up, sign in and out, read pages
 * and leave them open. Staff schedule classes and mark attendance. Days pass by the studio clock.
 */
export class Traffic {
  readonly #plan: TrafficPlan;
  readonly #members: readonly StudioClient[];
  readonly #visitor: StudioClient;
  #admin: StudioClient | null = null;
  #instructorId = 0;
  #today = new Date();
  #turn = 0;
  #accounts = 0;
  readonly #days = new Map<string, number[]>();
  readonly #bookings: Booking[] = [];
  readonly #open = new Set<AbortController>();
  readonly #running = new Set<Promise<void>>();
  /** Number of answers by request and status. */
  readonly answers = new Map<string, number>();
  /** Unexpected answers: the first of each kind. */
  readonly unexpected = new Map<string, string>();

  constructor(plan: TrafficPlan) {
    this.#plan = plan;
    this.#members = plan.tokens.map((token) => new StudioClient(plan.base, token));
    this.#visitor = new StudioClient(plan.base);
  }

  /** Schedules the first week. */
  async prepare(): Promise<void> {
    this.#admin = await this.#visitor.staff('admin');
    const { instructor } = await this.#admin.expect(instructorAnswer, 'POST', '/api/admin/instructors', {
      name: 'Soak Instructor',
      prenatalSuitable: true,
    });
    this.#instructorId = instructor.id;
    for (let day = 1; day <= daysOpen; day += 1) await this.#scheduleDay(day);
  }

  /**
   * Lets so many members request the only seat of a class, so that the process caches the states of their wallets. Its memory
   * grows until that cache is full.
   */
  async fillCaches(members: number): Promise<void> {
    const admin = this.#admin ?? this.#visitor;
    const plan = { name: 'reformer for all', date: this.#dayIn(2), time: '05:00' };
    const made = await admin.expect(classAnswer, 'POST', '/api/admin/classes', {
      ...plan,
      instructorId: this.#instructorId,
      maxCapacity: 1,
    });
    const body = { classId: made.class.id };
    const remaining = this.#members.slice(-members).values();
    const book = async () => {
      for (const member of remaining)
        await this.#send('book the full class', member, 'POST', '/api/bookings', body);
    };
    await Promise.all(Array.from({ length: 8 }, book));
  }

  /** Moves the studio clock to the next day, marks yesterday's attendance, and schedules another day. */
  async startNextDay(): Promise<void> {
    await Promise.all(this.#running);
    const next = new Date(this.#today.getTime() + millisecondsInDay);
    await this.#send('clock', this.#visitor, 'POST', '/sandbox/clock', { now: next.toISOString() });
    this.#today = next;
    this.#days.delete(this.#dayIn(0));
    await this.#scheduleDay(daysOpen);
    await this.#markAttendance();
  }

  /** Sends requests at an even rate, independent of the answers. */
  async run(durationMs: number, factor = 1): Promise<void> {
    const startedAt = performance.now();
    const intervalMs = 1000 / (this.#plan.perSecond * factor);
    for (let due = startedAt; due < startedAt + durationMs; due += intervalMs) {
      const waitMs = due - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      const one = this.#act().catch((error: unknown) => {
        this.unexpected.set(`thrown ${String(error)}`, String(error));
      });
      this.#running.add(one);
      void one.finally(() => this.#running.delete(one));
      this.#renewStreams();
    }
    await Promise.all(this.#running);
  }

  close(): void {
    for (const stream of this.#open) stream.abort();
  }

  #dayIn(days: number): string {
    return londonDayIn(days, this.#today);
  }

  #monday(): string {
    return getMonday(this.#dayIn(0));
  }

  async #scheduleDay(daysAhead: number): Promise<void> {
    const date = this.#dayIn(daysAhead);
    const ids: number[] = [];
    for (let index = 0; index < this.#plan.classesPerDay; index += 1) {
      const minutes = 6 * 60 + ((index * 15) % (15 * 60));
      const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
      const body = { name: 'reformer for all', date, time, instructorId: this.#instructorId };
      const made = await this.#send(
        'schedule',
        this.#admin ?? this.#visitor,
        'POST',
        '/api/admin/classes',
        body,
      );
      const parsed = classAnswer.safeParse(made.body);
      if (parsed.success) ids.push(parsed.data.class.id);
    }
    this.#days.set(date, ids);
  }

  async #markAttendance(): Promise<void> {
    const admin = this.#admin ?? this.#visitor;
    const yesterday = this.#dayIn(-1);
    const answer = await this.#send('taught', admin, 'GET', '/api/instructor/classes');
    const parsed = taughtClasses.safeParse(answer.body);
    const held = parsed.success ? parsed.data.classes.filter(({ date }) => date === yesterday) : [];
    for (const { id } of held.flatMap(({ bookings }) => bookings)) {
      await this.#send('attendance', admin, 'PUT', `/api/instructor/attendance/${id}`, {
        attended: id % 5 > 0,
      });
    }
  }

  /** Takes members in turn, so that more members are in use than a cache holds. */
  #nextMember(): StudioClient {
    this.#turn += 1;
    return this.#members[this.#turn % this.#members.length] ?? this.#visitor;
  }

  async #act(): Promise<void> {
    const member = this.#nextMember();
    for (let read = 0; read < readsPerAction; read += 1) await this.#read(member);
    const dice = Math.random() * 100;
    if (dice < 62) await this.#book(member);
    else if (dice < 84) await this.#cancel();
    else if (dice < 92) await this.#joinWaitlist(member);
    else if (dice < 96) await this.#buy(member);
    else if (dice < 98) await this.#signUpAndIn();
    else await this.#readAsStaff();
  }

  async #read(member: StudioClient): Promise<void> {
    const date = pick([...this.#days.keys()]);
    const path = pick([
      `/api/classes?date=${date}`,
      `/api/classes?date=${date}`,
      `/api/waitlist?date=${date}`,
      '/api/my-bookings',
      '/api/user/passes',
      '/api/auth/user',
      '/api/waitlist/mine',
      '/api/class-passes',
    ]);
    if (path !== undefined) await this.#send(path.replace(/\?.*/, ''), member, 'GET', path);
  }

  #pickClass(): number | undefined {
    return pick(pick([...this.#days.values()]) ?? []);
  }

  async #book(member: StudioClient): Promise<void> {
    const classId = this.#pickClass();
    const answer = await this.#send('book', member, 'POST', '/api/bookings', {
      classId,
      allowOverlap: true,
    });
    const parsed = bookingAnswer.safeParse(answer.body);
    if (!parsed.success) return;
    this.#bookings.push({ member, bookingId: parsed.data.bookingId });
    if (this.#bookings.length > 500) this.#bookings.shift();
  }

  async #cancel(): Promise<void> {
    const [booking] = this.#bookings.splice(Math.floor(Math.random() * this.#bookings.length), 1);
    if (booking === undefined) return;
    const { member, bookingId } = booking;
    await this.#send('cancel', member, 'POST', '/api/cancel-booking', { bookingId });
  }

  async #joinWaitlist(member: StudioClient): Promise<void> {
    const body = { classId: this.#pickClass() };
    await this.#send('wait', member, 'POST', '/api/waitlist', body);
    if (Math.random() < 0.5) await this.#send('stop waiting', member, 'DELETE', '/api/waitlist', body);
  }

  async #buy(member: StudioClient): Promise<void> {
    const { status } = await member.buy(passOfFive);
    this.#count('buy', status, '');
  }

  async #signUpAndIn(): Promise<void> {
    this.#accounts += 1;
    const email = `soak.${Date.now()}.${this.#accounts}@example.com`;
    await this.#visitor.signUp(email);
    const answer = await this.#send('sign in', this.#visitor, 'POST', '/api/auth/signin', {
      email,
      password,
    });
    const { token } = z.object({ token: z.string() }).parse(answer.body);
    const client = new StudioClient(this.#plan.base, token);
    await this.#send('user', client, 'GET', '/api/auth/user');
    await this.#send('sign out', client, 'POST', '/api/auth/signout');
  }

  async #readAsStaff(): Promise<void> {
    const admin = this.#admin ?? this.#visitor;
    const path = pick([
      `/api/admin/classes?date=${this.#dayIn(1)}`,
      '/api/admin/recent-bookings',
      `/api/admin/weekly-analytics?weekStartDate=${this.#monday()}`,
      '/api/admin/pass-sales',
    ]);
    if (path !== undefined) await this.#send(path.replace(/\?.*/, ''), admin, 'GET', path);
  }

  /** Opens streams of changes, and aborts some of them. */
  #renewStreams(): void {
    if (this.#open.size >= openStreams) {
      if (Math.random() < 0.1) [...this.#open][0]?.abort();
      return;
    }
    const leaving = new AbortController();
    this.#open.add(leaving);
    const member = this.#members[Math.floor(Math.random() * this.#members.length)];
    const headers: Record<string, string> =
      member !== undefined && Math.random() < 0.7 ? { authorization: `Bearer ${member.token}` } : {};
    const read = async () => {
      const response = await fetch(`${this.#plan.base}/api/events`, { signal: leaving.signal, headers });
      this.#count('events', response.status, '');
      for await (const _chunk of response.body ?? []);
    };
    read()
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) this.unexpected.set('events', String(error));
      })
      .finally(() => this.#open.delete(leaving));
  }

  async #send(what: string, client: StudioClient, method: string, path: string, body?: unknown) {
    const answer = await client.call(method, path, body);
    this.#count(what, answer.status, answer.status >= 400 ? JSON.stringify(answer.body) : '');
    return answer;
  }

  /** Counts an answer. Refusals by a rule (409, 402, 404 after a race) are expected; other errors are not. */
  #count(what: string, status: number, body: string): void {
    const key = `${what} ${status}`;
    this.answers.set(key, (this.answers.get(key) ?? 0) + 1);
    const isExpected =
      status < 400 || status === 409 || status === 402 || (what === 'stop waiting' && status === 404);
    if (!isExpected && !this.unexpected.has(key)) this.unexpected.set(key, body);
  }
}
