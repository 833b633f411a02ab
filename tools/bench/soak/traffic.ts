import { millisecondsInDay } from 'date-fns/constants';
import { z } from 'zod';
import { getMonday } from '#domain/london-time.ts';
import { londonDayIn } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';

const daysOpen = 6;
const readsAnAction = 5;
const password = 'seaside-7';
const passOfFive = 5;
const streams = 20;

const classMade = z.object({ class: z.object({ id: z.number() }) });
const instructorMade = z.object({ instructor: z.object({ id: z.number() }) });
const booked = z.object({ bookingId: z.number() });
const taught = z.object({
  classes: z.array(z.object({ date: z.string(), bookings: z.array(z.object({ id: z.number() })) })),
});

/** What the traffic is made of. */
export interface TrafficPlan {
  readonly base: string;
  readonly tokens: readonly string[];
  /** Commands a second; five reads come to each. */
  readonly perSecond: number;
  readonly classesADay: number;
}

interface Booking {
  readonly member: StudioClient;
  readonly bookingId: number;
}

const pick = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)];

/**
 * A studio's life: members of a large population book, cancel, wait in line, buy, sign up, sign in and out, look around and
 * leave pages open; staff put up classes and mark who came. Days pass by the studio clock.
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
  /** How many answers there were, by what was asked and the status. */
  readonly answers = new Map<string, number>();
  /** What should not have been answered: the first of each kind. */
  readonly surprises = new Map<string, string>();

  constructor(plan: TrafficPlan) {
    this.#plan = plan;
    this.#members = plan.tokens.map((token) => new StudioClient(plan.base, token));
    this.#visitor = new StudioClient(plan.base);
  }

  /** Puts up the first week. */
  async prepare(): Promise<void> {
    this.#admin = await this.#visitor.staff('admin');
    const { instructor } = await this.#admin.expect(instructorMade, 'POST', '/api/admin/instructors', {
      name: 'Soak Instructor',
      prenatalSuitable: true,
    });
    this.#instructorId = instructor.id;
    for (let day = 1; day <= daysOpen; day += 1) await this.#putUp(day);
  }

  /**
   * Has so many members ask for the one seat of a class, so that their wallets are known to the process: it keeps the states
   * of the streams that it used last, and until it has as many as it keeps its memory must grow.
   */
  async fillCaches(members: number): Promise<void> {
    const admin = this.#admin ?? this.#visitor;
    const plan = { name: 'reformer for all', date: this.#dayIn(2), time: '05:00' };
    const made = await admin.expect(classMade, 'POST', '/api/admin/classes', {
      ...plan,
      instructorId: this.#instructorId,
      maxCapacity: 1,
    });
    const body = { classId: made.class.id };
    const left = this.#members.slice(-members).values();
    const ask = async () => {
      for (const member of left)
        await this.#ask('book the full class', member, 'POST', '/api/bookings', body);
    };
    await Promise.all(Array.from({ length: 8 }, ask));
  }

  /** A new day by the studio clock: yesterday's attendance is marked, a day of classes more can be booked. */
  async nextDay(): Promise<void> {
    await Promise.all(this.#running);
    const next = new Date(this.#today.getTime() + millisecondsInDay);
    await this.#ask('clock', this.#visitor, 'POST', '/sandbox/clock', { now: next.toISOString() });
    this.#today = next;
    this.#days.delete(this.#dayIn(0));
    await this.#putUp(daysOpen);
    await this.#markAttendance();
  }

  /** Goes on for so long, at an even rate whatever the answers do. */
  async run(milliseconds: number, factor = 1): Promise<void> {
    const began = performance.now();
    const wait = 1000 / (this.#plan.perSecond * factor);
    for (let due = began; due < began + milliseconds; due += wait) {
      const left = due - performance.now();
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
      const one = this.#act().catch((error: unknown) => {
        this.surprises.set(`thrown ${String(error)}`, String(error));
      });
      this.#running.add(one);
      void one.finally(() => this.#running.delete(one));
      this.#tendStreams();
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

  async #putUp(daysAhead: number): Promise<void> {
    const date = this.#dayIn(daysAhead);
    const ids: number[] = [];
    for (let index = 0; index < this.#plan.classesADay; index += 1) {
      const minutes = 6 * 60 + ((index * 15) % (15 * 60));
      const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
      const body = { name: 'reformer for all', date, time, instructorId: this.#instructorId };
      const made = await this.#ask(
        'schedule',
        this.#admin ?? this.#visitor,
        'POST',
        '/api/admin/classes',
        body,
      );
      const parsed = classMade.safeParse(made.body);
      if (parsed.success) ids.push(parsed.data.class.id);
    }
    this.#days.set(date, ids);
  }

  async #markAttendance(): Promise<void> {
    const admin = this.#admin ?? this.#visitor;
    const yesterday = this.#dayIn(-1);
    const answer = await this.#ask('taught', admin, 'GET', '/api/instructor/classes');
    const parsed = taught.safeParse(answer.body);
    const held = parsed.success ? parsed.data.classes.filter(({ date }) => date === yesterday) : [];
    for (const { id } of held.flatMap(({ bookings }) => bookings)) {
      await this.#ask('attendance', admin, 'PUT', `/api/instructor/attendance/${id}`, {
        attended: id % 5 > 0,
      });
    }
  }

  /** Members in turn, so that the ones last seen are always as many as a cache holds. */
  #nextMember(): StudioClient {
    this.#turn += 1;
    return this.#members[this.#turn % this.#members.length] ?? this.#visitor;
  }

  async #act(): Promise<void> {
    const member = this.#nextMember();
    for (let read = 0; read < readsAnAction; read += 1) await this.#look(member);
    const dice = Math.random() * 100;
    if (dice < 62) await this.#book(member);
    else if (dice < 84) await this.#cancel();
    else if (dice < 92) await this.#wait(member);
    else if (dice < 96) await this.#buy(member);
    else if (dice < 98) await this.#signUpAndIn();
    else await this.#lookAsStaff();
  }

  async #look(member: StudioClient): Promise<void> {
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
    if (path !== undefined) await this.#ask(path.replace(/\?.*/, ''), member, 'GET', path);
  }

  #someClass(): number | undefined {
    return pick(pick([...this.#days.values()]) ?? []);
  }

  async #book(member: StudioClient): Promise<void> {
    const classId = this.#someClass();
    const answer = await this.#ask('book', member, 'POST', '/api/bookings', { classId });
    const parsed = booked.safeParse(answer.body);
    if (!parsed.success) return;
    this.#bookings.push({ member, bookingId: parsed.data.bookingId });
    if (this.#bookings.length > 500) this.#bookings.shift();
  }

  async #cancel(): Promise<void> {
    const [booking] = this.#bookings.splice(Math.floor(Math.random() * this.#bookings.length), 1);
    if (booking === undefined) return;
    const { member, bookingId } = booking;
    await this.#ask('cancel', member, 'POST', '/api/cancel-booking', { bookingId });
  }

  async #wait(member: StudioClient): Promise<void> {
    const body = { classId: this.#someClass() };
    await this.#ask('wait', member, 'POST', '/api/waitlist', body);
    if (Math.random() < 0.5) await this.#ask('stop waiting', member, 'DELETE', '/api/waitlist', body);
  }

  async #buy(member: StudioClient): Promise<void> {
    const { status } = await member.buy(passOfFive);
    this.#count('buy', status, '');
  }

  async #signUpAndIn(): Promise<void> {
    this.#accounts += 1;
    const email = `soak.${Date.now()}.${this.#accounts}@example.com`;
    await this.#visitor.signUp(email);
    const answer = await this.#ask('sign in', this.#visitor, 'POST', '/api/auth/signin', { email, password });
    const { token } = z.object({ token: z.string() }).parse(answer.body);
    const client = new StudioClient(this.#plan.base, token);
    await this.#ask('user', client, 'GET', '/api/auth/user');
    await this.#ask('sign out', client, 'POST', '/api/auth/signout');
  }

  async #lookAsStaff(): Promise<void> {
    const admin = this.#admin ?? this.#visitor;
    const path = pick([
      `/api/admin/classes?date=${this.#dayIn(1)}`,
      '/api/admin/recent-bookings',
      `/api/admin/weekly-analytics?weekStartDate=${this.#monday()}`,
      '/api/admin/pass-sales',
    ]);
    if (path !== undefined) await this.#ask(path.replace(/\?.*/, ''), admin, 'GET', path);
  }

  /** Pages that listen for changes: some close, cut off rather than ended, and others open. */
  #tendStreams(): void {
    if (this.#open.size >= streams) {
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
        if (!leaving.signal.aborted) this.surprises.set('events', String(error));
      })
      .finally(() => this.#open.delete(leaving));
  }

  async #ask(what: string, client: StudioClient, method: string, path: string, body?: unknown) {
    const answer = await client.call(method, path, body);
    this.#count(what, answer.status, answer.status >= 400 ? JSON.stringify(answer.body) : '');
    return answer;
  }

  /** What the rules say no to is part of life (409, 402, 404 of what another was quicker with); nothing else is. */
  #count(what: string, status: number, said: string): void {
    const key = `${what} ${status}`;
    this.answers.set(key, (this.answers.get(key) ?? 0) + 1);
    const isExpected =
      status < 400 || status === 409 || status === 402 || (what === 'stop waiting' && status === 404);
    if (!isExpected && !this.surprises.has(key)) this.surprises.set(key, said);
  }
}
