import { z } from 'zod';
import { addDaysToDay, toLondonDay, toLondonInstant, toLondonTime } from '#domain/london-time.ts';
import { classesAnswer } from '#services/contract/schedule.ts';
import { joinWaitlistAnswer, waitlistAnswer } from '#services/contract/waitlist.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { type RunningStudio, startRunningStudio } from './running-studio.fixture.ts';
import { SandboxClock } from './sandbox-clock.fixture.ts';

const singleClass = 3;
const booked = z.object({ bookingId: z.number(), creditsRemaining: z.number() });
const instructorMade = z.object({ instructor: z.object({ id: z.number() }) });
const classMade = z.object({ class: z.object({ id: z.number() }) });
const outbox = z.array(z.object({ to: z.string(), kind: z.string(), text: z.string(), sentAt: z.string() }));

/** A member with one pass or none. */
export class StudioMember {
  readonly #inbox: string;
  readonly client: StudioClient;

  constructor(inbox: string, client: StudioClient) {
    this.#inbox = inbox;
    this.client = client;
  }

  tryToBook = (classId: number) => this.client.call('POST', '/api/bookings', { classId });
  book = (classId: number) => this.client.expect(booked, 'POST', '/api/bookings', { classId });
  cancel = (bookingId: number) =>
    this.client.expect(z.object({ refunded: z.boolean() }), 'POST', '/api/cancel-booking', { bookingId });
  joinWaitlist = (classId: number) =>
    this.client.expect(joinWaitlistAnswer, 'POST', '/api/waitlist', { classId });
  readWaitlist = (classId: number) => this.client.expect(waitlistAnswer, 'GET', `/api/waitlist/${classId}`);
  readCredits = async () =>
    (await this.client.expect(z.object({ credits: z.number() }), 'GET', '/api/auth/credits')).credits;

  /** Reads the emails to this member about the waitlist and bookings, oldest first. */
  async readMails() {
    const all = outbox.parse(await (await fetch(this.#inbox)).json());
    return (
      all
        .filter(({ kind }) => /^((waitlist|booking|class)-|pass-back$|not-booked$)/.test(kind))
        // The outbox begins with the latest: those of one millisecond keep the order in which they were sent.
        .toReversed()
        .toSorted((a, b) => a.sentAt.localeCompare(b.sentAt))
    );
  }

  readMailKinds = async () => (await this.readMails()).map(({ kind }) => kind);
}

/** A class of one seat, booked by Ann; Nil (who has no pass), Bea and Cat are on the waitlist in this order. */
export interface FullClass {
  readonly classId: number;
  readonly startsAt: Date;
  /** Ann's. */
  readonly bookingId: number;
  readonly ann: StudioMember;
  readonly nil: StudioMember;
  readonly bea: StudioMember;
  readonly cat: StudioMember;
}

/** A running studio for tests that schedule classes and move the clock; each of them begins on a new day. */
export class TimetableStudio {
  readonly running: RunningStudio;
  readonly clock: SandboxClock;
  readonly visitor: StudioClient;
  readonly admin: StudioClient;
  #instructorId = 0;
  #today = '';
  #members = 0;

  private constructor(running: RunningStudio, admin: StudioClient) {
    this.running = running;
    this.clock = new SandboxClock(running.process.base);
    this.visitor = new StudioClient(running.process.base);
    this.admin = admin;
  }

  static async start(): Promise<TimetableStudio> {
    const running = await startRunningStudio();
    return new TimetableStudio(running, await new StudioClient(running.process.base).staff('admin'));
  }

  /** Returns the id of a new instructor. */
  async addInstructor(name: string, prenatalSuitable = false): Promise<number> {
    const body = { name, prenatalSuitable };
    const made = await this.admin.expect(instructorMade, 'POST', '/api/admin/instructors', body);
    return made.instructor.id;
  }

  /** Moves the clock to that London time of the next day, and gives this day's classes an instructor of their own. */
  async startDay(time = '12:00'): Promise<void> {
    this.#today = addDaysToDay(toLondonDay(await this.clock.now()), 1);
    await this.clock.moveTo(this.at(0, time));
    this.#instructorId = await this.addInstructor('Marina Hale');
  }

  /** The London day so many days after the one that was started. */
  dayIn = (days: number) => addDaysToDay(this.#today, days);

  /** The instant of a London time so many days after the day that was started. */
  at = (days: number, time: string) => toLondonInstant(this.dayIn(days), time);

  plan = (startsAt: Date, maxCapacity = 1) => ({
    name: 'beginner',
    date: toLondonDay(startsAt),
    time: toLondonTime(startsAt),
    instructorId: this.#instructorId,
    maxCapacity,
  });

  /** Schedules a class and returns its id. */
  async schedule(startsAt: Date, maxCapacity = 1): Promise<number> {
    const plan = this.plan(startsAt, maxCapacity);
    return (await this.admin.expect(classMade, 'POST', '/api/admin/classes', plan)).class.id;
  }

  /** Signs up a member under an email address of their own. */
  async addMember(name: string, passes: 0 | 1 = 1): Promise<StudioMember> {
    this.#members += 1;
    const email = `${name}.${this.#members}@example.com`;
    const client = await this.visitor.signUp(email, `${name} Member`);
    if (passes > 0) await client.buy(singleClass);
    const inbox = `${this.running.process.base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`;
    return new StudioMember(inbox, client);
  }

  readMemberId = async (client: StudioClient): Promise<string> =>
    (await client.expect(z.object({ user: z.object({ id: z.string() }) }), 'GET', '/api/auth/user')).user.id;

  async fillClass(startsAt: Date): Promise<FullClass> {
    const [ann, nil, bea, cat] = await Promise.all([
      this.addMember('ann'),
      this.addMember('nil', 0),
      this.addMember('bea'),
      this.addMember('cat'),
    ]);
    const classId = await this.schedule(startsAt);
    const { bookingId } = await ann.book(classId);
    for (const each of [nil, bea, cat]) await each.joinWaitlist(classId);
    return { classId, startsAt, bookingId, ann, nil, bea, cat };
  }

  /** Moves on by a second. Resolves when every consequence of what happened is done. */
  settle = () => this.clock.advance('PT1S');

  /** Reads who is booked, to whom a spot is offered until when (London), the open spots and the length of the waitlist. */
  async readState(full: FullClass) {
    const seats = await this.running.query(
      `SELECT u.name FROM bookings b JOIN users u ON u.id = b.user_id
       WHERE b.class_id = $1 AND b.status = 'confirmed' ORDER BY b.id`,
      [full.classId],
    );
    const offered = [];
    for (const [name, each] of Object.entries({ nil: full.nil, bea: full.bea, cat: full.cat })) {
      const { offer } = await each.readWaitlist(full.classId);
      if (offer) offered.push(`${name} until ${toLondonTime(new Date(offer.until))}`);
    }
    const day = `/api/classes?date=${toLondonDay(full.startsAt)}`;
    const { classes } = await this.visitor.expect(classesAnswer, 'GET', day);
    const row = classes.find(({ id }) => id === full.classId);
    return {
      booked: seats.map(({ name }) => String(name).split(' ')[0]),
      offered,
      spots: row?.availableSpots,
      waiting: row?.waitlistCount,
    };
  }
}
