import { z } from 'zod';
import { addDaysToDay, toLondonDay, toLondonInstant, toLondonTime } from '#domain/london-time.ts';
import { classesAnswer } from '#services/contract/schedule.ts';
import { joinWaitlistAnswer, waitlistAnswer } from '#services/contract/waitlist.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { type RunningStudio, startRunningStudio } from './running-studio.fixture.ts';
import { SandboxClock } from './sandbox-clock.fixture.ts';

const singleClass = 3;
const booked = z.object({ bookingId: z.number(), creditsRemaining: z.number() });
const classMade = z.object({ class: z.object({ id: z.number() }) });
const outbox = z.array(z.object({ to: z.string(), kind: z.string(), text: z.string(), sentAt: z.string() }));

/** A member with a pass or none. */
export class Person {
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
  join = (classId: number) => this.client.expect(joinWaitlistAnswer, 'POST', '/api/waitlist', { classId });
  line = (classId: number) => this.client.expect(waitlistAnswer, 'GET', `/api/waitlist/${classId}`);
  credits = async () =>
    (await this.client.expect(z.object({ credits: z.number() }), 'GET', '/api/auth/credits')).credits;

  /** What this person was written about the waitlist and bookings, in order. */
  async mails() {
    const all = outbox.parse(await (await fetch(this.#inbox)).json());
    return (
      all
        .filter(({ kind }) => /^(waitlist|booking|class)-/.test(kind))
        // The outbox begins with the latest: those of one millisecond keep the order in which they were sent.
        .toReversed()
        .toSorted((a, b) => a.sentAt.localeCompare(b.sentAt))
    );
  }

  told = async () => (await this.mails()).map(({ kind }) => kind);
}

/** A class of one seat, in which Ann sits; Nil (who has no pass), Bea and Cat wait in this order. */
export interface Club {
  readonly classId: number;
  readonly startsAt: Date;
  /** Ann's. */
  readonly bookingId: number;
  readonly ann: Person;
  readonly nil: Person;
  readonly bea: Person;
  readonly cat: Person;
}

/** A running studio whose classes are full. It begins at 12:00 of a London day. */
export class WaitlistStudio {
  readonly running: RunningStudio;
  readonly clock: SandboxClock;
  readonly visitor: StudioClient;
  readonly admin: StudioClient;
  readonly #instructorId: number;
  readonly #today: string;

  private constructor(running: RunningStudio, admin: StudioClient, instructorId: number, today: string) {
    this.running = running;
    this.clock = new SandboxClock(running.process.base);
    this.visitor = new StudioClient(running.process.base);
    this.admin = admin;
    this.#instructorId = instructorId;
    this.#today = today;
  }

  static async start(): Promise<WaitlistStudio> {
    const running = await startRunningStudio();
    const clock = new SandboxClock(running.process.base);
    const today = addDaysToDay(toLondonDay(await clock.now()), 1);
    await clock.moveTo(toLondonInstant(today, '12:00'));
    const admin = await new StudioClient(running.process.base).staff('admin');
    const made = z.object({ instructor: z.object({ id: z.number() }) });
    const { instructor } = await admin.expect(made, 'POST', '/api/admin/instructors', {
      name: 'Marina Hale',
    });
    return new WaitlistStudio(running, admin, instructor.id, today);
  }

  /** So many days after the first, at a London time. */
  at = (days: number, time: string) => toLondonInstant(addDaysToDay(this.#today, days), time);

  plan = (startsAt: Date, maxCapacity = 1) => ({
    name: 'beginner',
    date: toLondonDay(startsAt),
    time: toLondonTime(startsAt),
    instructorId: this.#instructorId,
    maxCapacity,
  });

  /** Schedules a class; its id. */
  async schedule(startsAt: Date): Promise<number> {
    const plan = this.plan(startsAt);
    return (await this.admin.expect(classMade, 'POST', '/api/admin/classes', plan)).class.id;
  }

  async person(name: string, passes: 0 | 1 = 1): Promise<Person> {
    const email = `${name}.line@example.com`;
    const client = await this.visitor.signUp(email, `${name} Line`);
    if (passes > 0) await client.buy(singleClass);
    const inbox = `${this.running.process.base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`;
    return new Person(inbox, client);
  }

  async club(name: string, startsAt: Date): Promise<Club> {
    const [ann, nil, bea, cat] = await Promise.all([
      this.person(`ann.${name}`),
      this.person(`nil.${name}`, 0),
      this.person(`bea.${name}`),
      this.person(`cat.${name}`),
    ]);
    const classId = await this.schedule(startsAt);
    const { bookingId } = await ann.book(classId);
    for (const each of [nil, bea, cat]) await each.join(classId);
    return { classId, startsAt, bookingId, ann, nil, bea, cat };
  }

  /** Lets what just happened have its consequences, at the time that it is, and goes on by a second. */
  async settle(): Promise<void> {
    const moved = await fetch(`${this.running.process.base}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance: 'PT1S' }),
    });
    if (!moved.ok) throw new Error(`The clock did not move: ${await moved.text()}`);
  }

  /** How a club stands: who is booked, to whom a spot is offered until when (London), what a visitor may take, how many wait. */
  async standing(of: Club) {
    const seats = await this.running.query(
      `SELECT u.name FROM bookings b JOIN users u ON u.id = b.user_id
       WHERE b.class_id = $1 AND b.status = 'confirmed' ORDER BY b.id`,
      [of.classId],
    );
    const offered = [];
    for (const [name, each] of Object.entries({ nil: of.nil, bea: of.bea, cat: of.cat })) {
      const { offer } = await each.line(of.classId);
      if (offer) offered.push(`${name} until ${toLondonTime(new Date(offer.until))}`);
    }
    const day = `/api/classes?date=${toLondonDay(of.startsAt)}`;
    const { classes } = await this.visitor.expect(classesAnswer, 'GET', day);
    const row = classes.find(({ id }) => id === of.classId);
    return {
      booked: seats.map(({ name }) => String(name).split('.')[0]),
      offered,
      spots: row?.availableSpots,
      waiting: row?.waitlistCount,
    };
  }
}
