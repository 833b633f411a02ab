import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { londonDayIn } from '../open-classes.ts';
import { StudioClient } from '../studio-client.ts';
import { waitFor } from '../wait-for.ts';
import type { OutageStudio } from './outage-studio.ts';

const password = 'seaside-7';

/** What commands need around them: members, classes, staff, each made while all is well. */
export interface World {
  readonly studio: OutageStudio;
  readonly visitor: StudioClient;
  readonly admin: StudioClient;
  readonly instructor: StudioClient;
  readonly instructorId: number;
  /** A member without an account of their own, as most commands need. */
  member(passes: number): ReturnType<OutageStudio['signedUpMember']>;
  /** A member who signed up, so that they are written to. */
  signedUp(passes: number): Promise<{ client: StudioClient; memberId: string; email: string }>;
  /** Pays as the browser does, past the API. */
  pay(clientSecret: string): Promise<string>;
  /** The addresses of all who signed up, or are about to. */
  readonly addresses: readonly string[];
  newSignUp(): { name: string; email: string; phone: string; password: string };
  /** A time that no other class has. */
  slot(): { date: string; time: string };
  openClass(capacity: number): Promise<number>;
  book(client: StudioClient, classId: number): Promise<number>;
}

/** For read models that a busy machine lets lag. */
const patience = { timeout: 60_000 };

const made = z.object({ class: z.object({ id: z.number() }).optional() });
const classes = z.object({ classes: z.array(z.object({ id: z.number(), time: z.string() })) });
const mine = z.object({ bookings: z.array(z.object({ id: z.number() })) });
const instructorMade = z.object({ instructor: z.object({ id: z.number() }) });
const signedIn = z.object({ user: z.object({ id: z.string() }) });
const booked = z.object({ bookingId: z.number() });

export async function makeWorld(studio: OutageStudio): Promise<World> {
  const visitor = new StudioClient(studio.base);
  const admin = await studio.admin();
  const { instructor } = await admin.expect(instructorMade, 'POST', '/api/admin/instructors', {
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
      date: londonDayIn(2 + (Math.floor(index / 64) % 4)),
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
      const { user } = await waitFor(() => client.expect(signedIn, 'GET', '/api/auth/user'), patience);
      if (passes > 0) await studio.givePasses(user.id, passes);
      return { client, email, memberId: user.id };
    },
    pay: (clientSecret) => new StudioClient(studio.sandboxOrigin).pay(clientSecret),
    addresses,
    newSignUp,
    slot,
    async openClass(maxCapacity) {
      const when = slot();
      const body = { name: 'reformer for all', ...when, instructorId: instructor.id, maxCapacity };
      const answer = await admin.expect(made, 'POST', '/api/admin/classes', body);
      if (answer.class !== undefined) return answer.class.id;
      // The timetable had not caught up within two seconds.
      return waitFor(async () => {
        const day = await admin.expect(classes, 'GET', `/api/admin/classes?date=${when.date}`);
        return day.classes.find(({ time }) => time === when.time)?.id;
      }, patience);
    },
    async book(client, classId) {
      const { bookingId } = await client.expect(booked, 'POST', '/api/bookings', { classId });
      await waitFor(async () => {
        const { bookings } = await client.expect(mine, 'GET', '/api/my-bookings');
        return bookings.some(({ id }) => id === bookingId);
      }, patience);
      return bookingId;
    },
  };
}
