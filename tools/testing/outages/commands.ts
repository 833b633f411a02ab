import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { StudioClient } from '../studio-client.ts';
import { type Asked, ask } from './ask.ts';
import type { World } from './world.ts';

/** A command that is about to be given, to members and classes of its own. */
export interface Trial {
  /** Gives the command; given again it is the same command, sent again by the same person. */
  give(): Promise<Asked>;
  /** How often it was done, as the studio shows it; null where it leaves nothing that counts. */
  done(): Promise<number | null>;
}

export interface StudioCommand {
  readonly name: string;
  /** Refusals by which a repeat says that it was done before. */
  readonly saysDone: readonly string[];
  prepare(world: World): Promise<Trial>;
}

const fivePasses = 5;
const mine = z.object({
  bookings: z.array(
    z.object({
      id: z.number(),
      classId: z.number(),
      status: z.string(),
      passReturned: z.boolean().nullable(),
      attended: z.boolean().nullable(),
    }),
  ),
});
const lots = z.array(z.object({ remaining: z.number(), passClasses: z.number() }));
const lines = z.object({ lines: z.array(z.object({ class: z.object({ id: z.number() }) })) });
const classes = z.object({ classes: z.array(z.object({ time: z.string() })) });
const members = z.object({ members: z.array(z.object({ email: z.string() })) });
const instructors = z.object({ instructors: z.array(z.object({ name: z.string() })) });
const intent = z.object({ clientSecret: z.string() });
const nothingCounts = async () => null;

const bookingsOf = async (client: StudioClient) =>
  (await client.expect(mine, 'GET', '/api/my-bookings')).bookings;
const passesOf = async (client: StudioClient) =>
  (await client.expect(lots, 'GET', '/api/user/passes')).reduce((sum, lot) => sum + lot.remaining, 0);
const waitsFor = async (client: StudioClient, classId: number) =>
  (await client.expect(lines, 'GET', '/api/waitlist/mine')).lines.filter((line) => line.class.id === classId)
    .length;
/** 1 when all of it holds, 0 when nothing of it does; anything between is what must not be. */
const allOrNothing = (...parts: boolean[]): number =>
  parts.every(Boolean) ? 1 : parts.some(Boolean) ? Number.NaN : 0;

/** What members and staff ask for most, each with a way to see how often it was done. */
export const commands: readonly StudioCommand[] = [
  {
    name: 'sign up',
    saysDone: ['EMAIL_TAKEN'],
    async prepare({ visitor, admin, newSignUp }) {
      const form = newSignUp();
      return {
        give: () => ask(visitor, 'POST', '/api/auth/signup', form),
        async done() {
          const all = await admin.expect(members, 'GET', '/api/admin/members');
          return all.members.filter(({ email }) => email === form.email).length;
        },
      };
    },
  },
  {
    name: 'sign in',
    saysDone: [],
    async prepare({ visitor, signedUp }) {
      const { email } = await signedUp(0);
      return {
        give: () => ask(visitor, 'POST', '/api/auth/signin', { email, password: 'seaside-7' }),
        done: nothingCounts,
      };
    },
  },
  {
    name: 'book',
    saysDone: [],
    async prepare({ signedUp, openClass }) {
      const { client } = await signedUp(fivePasses);
      const classId = await openClass(2);
      return {
        give: () => ask(client, 'POST', '/api/bookings', { classId }),
        async done() {
          const standing = (await bookingsOf(client)).filter(({ status }) => status === 'confirmed');
          const used = fivePasses - (await passesOf(client));
          return used === standing.length ? standing.length : Number.NaN;
        },
      };
    },
  },
  {
    name: 'cancel',
    saysDone: ['ALREADY_CANCELLED'],
    async prepare({ member, openClass, book }) {
      const { client } = await member(1);
      const bookingId = await book(client, await openClass(2));
      return {
        give: () => ask(client, 'POST', '/api/cancel-booking', { bookingId }),
        async done() {
          const [booking] = await bookingsOf(client);
          return allOrNothing(booking?.status === 'cancelled', (await passesOf(client)) === 1);
        },
      };
    },
  },
  {
    name: 'move',
    saysDone: [],
    async prepare({ member, openClass, book }) {
      const { client } = await member(1);
      const [from, to] = [await openClass(2), await openClass(2)];
      const bookingId = await book(client, from);
      return {
        give: () => ask(client, 'POST', `/api/bookings/${bookingId}/move`, { classId: to }),
        async done() {
          const standing = (await bookingsOf(client)).filter(({ status }) => status === 'confirmed');
          if (standing.length !== 1 || (await passesOf(client)) !== 0) return Number.NaN;
          return standing[0]?.classId === to ? 1 : 0;
        },
      };
    },
  },
  {
    name: 'start to pay',
    saysDone: [],
    async prepare({ member }) {
      const { client } = await member(1);
      return {
        give: () => ask(client, 'POST', '/api/create-payment-intent', { passId: fivePasses }),
        done: nothingCounts,
      };
    },
  },
  {
    name: 'complete a purchase',
    saysDone: [],
    async prepare({ signedUp, pay }) {
      const { client } = await signedUp(0);
      const { clientSecret } = await client.expect(intent, 'POST', '/api/create-payment-intent', {
        passId: fivePasses,
      });
      let paid: Promise<string> | undefined;
      return {
        async give() {
          // The money is with Stripe, whose webhook completes it too: whoever comes first.
          paid ??= pay(clientSecret);
          return ask(client, 'POST', '/api/complete-payment', { payment_intent_id: await paid });
        },
        done: async () => (await client.expect(lots, 'GET', '/api/user/passes')).length,
      };
    },
  },
  {
    name: 'subscribe',
    saysDone: [],
    async prepare({ member }) {
      const { client } = await member(1);
      return {
        give: () => ask(client, 'POST', '/api/create-membership-subscription'),
        done: nothingCounts,
      };
    },
  },
  {
    name: 'join a waitlist',
    saysDone: [],
    async prepare({ member, openClass, book }) {
      const [{ client: first }, { client }] = [await member(1), await member(1)];
      const classId = await openClass(1);
      await book(first, classId);
      return {
        give: () => ask(client, 'POST', '/api/waitlist', { classId }),
        done: () => waitsFor(client, classId),
      };
    },
  },
  {
    name: 'leave a waitlist',
    saysDone: [],
    async prepare({ member, openClass, book }) {
      const [{ client: first }, { client }] = [await member(1), await member(1)];
      const classId = await openClass(1);
      await book(first, classId);
      await client.expect(z.unknown(), 'POST', '/api/waitlist', { classId });
      return {
        give: () => ask(client, 'DELETE', '/api/waitlist', { classId }),
        done: async () => 1 - (await waitsFor(client, classId)),
      };
    },
  },
  {
    name: 'schedule a class',
    saysDone: [],
    async prepare({ admin, instructorId, slot }) {
      const when = slot();
      const body = { name: 'beginner', ...when, instructorId, maxCapacity: 3, requestKey: randomUUID() };
      return {
        give: () => ask(admin, 'POST', '/api/admin/classes', body),
        async done() {
          const day = await admin.expect(classes, 'GET', `/api/admin/classes?date=${when.date}`);
          return day.classes.filter(({ time }) => time === when.time).length;
        },
      };
    },
  },
  {
    name: 'add an instructor',
    saysDone: [],
    async prepare({ admin }) {
      const body = { name: `Marina ${randomUUID()}`, prenatalSuitable: true, requestKey: randomUUID() };
      return {
        give: () => ask(admin, 'POST', '/api/admin/instructors', body),
        async done() {
          const team = await admin.expect(instructors, 'GET', '/api/admin/instructors');
          return team.instructors.filter(({ name }) => name === body.name).length;
        },
      };
    },
  },
  {
    name: 'cancel a class',
    saysDone: [],
    async prepare({ admin, member, openClass, book }) {
      const classId = await openClass(3);
      const booked = await Promise.all(
        [1, 2].map(async () => {
          const { client } = await member(1);
          await book(client, classId);
          return client;
        }),
      );
      return {
        give: () => ask(admin, 'DELETE', `/api/admin/classes/${classId}`),
        async done() {
          const ends = await Promise.all(
            booked.flatMap((client) => [
              bookingsOf(client).then(([booking]) => booking?.status === 'class_cancelled'),
              passesOf(client).then((passes) => passes === 1),
            ]),
          );
          return allOrNothing(...ends);
        },
      };
    },
  },
  {
    name: 'give passes',
    saysDone: [],
    async prepare({ admin, signedUp }) {
      const { client, memberId } = await signedUp(1);
      const body = { passes: 2, reason: 'An apology', requestKey: randomUUID() };
      return {
        give: () => ask(admin, 'POST', `/api/admin/members/${memberId}/add-passes`, body),
        done: async () => ((await passesOf(client)) - 1) / 2,
      };
    },
  },
  {
    name: 'mark attendance',
    saysDone: [],
    async prepare({ instructor, member, openClass, book }) {
      const { client } = await member(1);
      const bookingId = await book(client, await openClass(2));
      return {
        give: () => ask(instructor, 'PUT', `/api/instructor/attendance/${bookingId}`, { attended: true }),
        done: async () => ((await bookingsOf(client))[0]?.attended === true ? 1 : 0),
      };
    },
  },
];
