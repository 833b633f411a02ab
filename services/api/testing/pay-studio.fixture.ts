import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { addPeriodToDay, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { type RunningStudio, startRunningStudio } from './running-studio.fixture.ts';
import { SandboxClock } from './sandbox-clock.fixture.ts';

const instructorMade = z.object({ instructor: z.object({ id: z.number() }) });
const classMade = z.object({ class: z.object({ id: z.number() }) });
const user = z.object({ user: z.object({ id: z.string() }) });
const booked = z.object({ bookingId: z.number() });

interface TaughtClass {
  readonly instructorId: number;
  /** Of the month. */
  readonly day: number;
  readonly level?: string;
  readonly heads: number;
}

/** A studio without a demo, with seven members. `startMonth` comes before everything else. */
export class PayStudio {
  readonly running: RunningStudio;
  readonly clock: SandboxClock;
  readonly #visitor: StudioClient;
  readonly #members: readonly string[];
  #admin: StudioClient | null = null;
  #month = '';

  private constructor(running: RunningStudio, visitor: StudioClient, members: readonly string[]) {
    this.running = running;
    this.clock = new SandboxClock(running.process.base);
    this.#visitor = visitor;
    this.#members = members;
  }

  static async start(): Promise<PayStudio> {
    const running = await startRunningStudio({ STUDIO_DEMO: 'off' });
    const visitor = new StudioClient(running.process.base);
    const members: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      const member = await visitor.signUp(`payer.${index}@example.com`, `Member ${index}`);
      members.push((await member.expect(user, 'GET', '/api/auth/user')).user.id);
    }
    return new PayStudio(running, visitor, members);
  }

  /** Moves to the beginning of the next month, which no test has used, and gives the members passes for it. */
  async startMonth(): Promise<void> {
    const today = toLondonDay(await this.clock.now());
    this.#month = addPeriodToDay(today, { unit: 'months', count: 1 }).slice(0, 7);
    await this.moveTo(1, '06:00');
    this.#admin = await this.#visitor.staff('admin');
    for (const id of this.#members) {
      const gift = { passes: 30, reason: 'For the test', requestKey: randomUUID() };
      await this.#admin.expect(z.unknown(), 'POST', `/api/admin/members/${id}/add-passes`, gift);
    }
  }

  get admin(): StudioClient {
    if (this.#admin === null) throw new Error('No month was started');
    return this.#admin;
  }

  /** `yyyy-MM` */
  get month(): string {
    return this.#month;
  }

  day = (of: number) => `${this.#month}-${String(of).padStart(2, '0')}`;
  moveTo = (day: number, time: string) => this.clock.moveTo(toLondonInstant(this.day(day), time));

  /** The first day of the month after. */
  get nextDay(): string {
    return addPeriodToDay(this.day(1), { unit: 'months', count: 1 });
  }

  async addInstructor(name: string): Promise<number> {
    return (await this.admin.expect(instructorMade, 'POST', '/api/admin/instructors', { name })).instructor
      .id;
  }

  setRate = (instructorId: number, rate: object) =>
    this.admin.call('POST', `/api/admin/instructors/${instructorId}/rates`, rate);

  /** A class at noon with so many bookings. */
  async addClass({ instructorId, day, level = 'beginner', heads }: TaughtClass, time = '12:00') {
    const plan = { name: level, date: this.day(day), time, instructorId, maxCapacity: 7 };
    const { id: classId } = (await this.admin.expect(classMade, 'POST', '/api/admin/classes', plan)).class;
    const bookings: number[] = [];
    for (const userId of this.#members.slice(0, heads)) {
      const path = '/api/admin/add-member-to-class';
      bookings.push((await this.admin.expect(booked, 'POST', path, { userId, classId })).bookingId);
    }
    return { classId, bookings };
  }

  async assign(classId: number, instructorId: number): Promise<void> {
    await this.admin.expect(z.unknown(), 'PATCH', `/api/admin/classes/${classId}/instructor`, {
      instructorId,
    });
  }

  /** Marks bookings; null removes a mark. */
  async mark(bookings: readonly number[], attended: boolean | null): Promise<void> {
    for (const id of bookings)
      await this.admin.expect(z.unknown(), 'PUT', `/api/instructor/attendance/${id}`, { attended });
  }
}
