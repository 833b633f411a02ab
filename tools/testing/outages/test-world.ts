import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { londonDayIn } from '../open-classes.ts';
import { StudioClient } from '../studio-client.ts';
import { waitFor } from '../wait-for.ts';
import type { OutageStudio } from './outage-studio.ts';

const password = 'seaside-7';

/** Creates what commands need (members, classes, staff) before an outage. */
export interface TestWorld {
  readonly studio: OutageStudio;
  readonly visitor: StudioClient;
  readonly admin: StudioClient;
  readonly instructor: StudioClient;
  readonly instructorId: number;
  /** Adds a member without a password, which most commands do not need. */
  member(passes: number): ReturnType<OutageStudio['signedUpMember']>;
  /** Signs a member up through the API, so that emails are sent to them. */
  signedUp(passes: number): Promise<{ client: StudioClient; memberId: string; email: string }>;
  /** Confirms a payment with Stripe, as the browser does. */
  pay(clientSecret: string): Promise<string>;
  /** Addresses of all members who have signed up or will. */
  readonly addresses: readonly string[];
  newSignUp(): { name: string; email: string; phone: string; password: string };
  /** Returns a date and time that no other class has. */
  slot(): { date: string; time: string };
  openClass(capacity: number): Promise<number>;
  book(client: StudioClient, classId: number): Promise<number>;
}

/** On a busy machine the read models lag behind. */
const readModelTimeout = { timeout: 60_000 };

const classAnswer = z.object({ class: z.object({ id: z.number() }).optional() });
const classes = z.object({ classes: z.array(z.object({ id: z.number(), time: z.string() })) });
const myBookings = z.object({ bookings: z.array(z.object({ id: z.number() })) });
const instructorAnswer = z.object({ instructor: z.object({ id: z.number() }) });
const userAnswer = z.object({ user: z.object({ id: z.string() }) });
const bookingAnswer = z.object({ bookingId: z.number() });

export async function createTestWorld(studio: OutageStudio): Promise<TestWorld> {
  const visitor = new StudioClient(studio.base);
  const admin = await studio.admin();
  const { instructor } = await admin.expect(instructorAnswer, 'POST', '/api/admin/instructors', {
    name: 'Test Instructor',
    prenatalSuitable: false,
  });
  const addresses: string[] = [];
  let slots = 0;
  const slot = () => {
    const index = slots;
    slots += 1;
    const minutes = 6 * 60 + (index % 64) * 15;
    const hour = String(Math.floor(minutes / 60)).padStart(2, '0');
    return {
      // Not earlier, because the reminder of an early class can be due on the evening two days before it.
      date: londonDayIn(3 + (Math.floor(index / 64) % 4)),
      time: `${hour}:${String(minutes % 60).padStart(2, '0')}`,
    };
  };
  const newSignUp = () => {
    const email = `outage-${randomUUID()}@example.com`;
    addresses.push(email);
    return { name: 'Test Member', email, phone: '07700 900123', password };
  };
  return {
    studio,
    visitor,
    admin,
    instructor: await visitor.staff('instructor'),
    instructorId: instructor.id,
    member: (passes) => studio.signedUpMember(passes),
    async signedUp(passes) {
      const email = `outage-${randomUUID()}@example.com`;
      const client = await visitor.signUp(email);
      addresses.push(email);
      const { user } = await waitFor(
        () => client.expect(userAnswer, 'GET', '/api/auth/user'),
        readModelTimeout,
      );
      if (passes > 0) await studio.givePasses(user.id, passes);
      return { client, email, memberId: user.id };
    },
    pay: (clientSecret) => new StudioClient(studio.sandboxOrigin).pay(clientSecret),
    addresses,
    newSignUp,
    slot,
    async openClass(maxCapacity) {
      const when = slot();
      // No two of them overlap, so that one member can book them all.
      const duration = 15;
      const body = { name: 'reformer for all', ...when, instructorId: instructor.id, maxCapacity, duration };
      const answer = await admin.expect(classAnswer, 'POST', '/api/admin/classes', body);
      if (answer.class !== undefined) return answer.class.id;
      // The answer was pending: the timetable had not caught up within two seconds.
      return waitFor(async () => {
        const day = await admin.expect(classes, 'GET', `/api/admin/classes?date=${when.date}`);
        return day.classes.find(({ time }) => time === when.time)?.id;
      }, readModelTimeout);
    },
    async book(client, classId) {
      const { bookingId } = await client.expect(bookingAnswer, 'POST', '/api/bookings', { classId });
      await waitFor(async () => {
        const { bookings } = await client.expect(myBookings, 'GET', '/api/my-bookings');
        return bookings.some(({ id }) => id === bookingId);
      }, readModelTimeout);
      return bookingId;
    },
  };
}
