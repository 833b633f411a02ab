import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { StudioClient } from '../studio-client.ts';
import { moneyCommands } from './money-commands.ts';
import { sendRequest } from './send-request.ts';
import type { StudioCommand } from './studio-command.ts';

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
const lots = z.array(z.object({ remaining: z.number(), passClasses: z.number(), takenBack: z.number() }));
const lines = z.object({ lines: z.array(z.object({ class: z.object({ id: z.number() }) })) });
const classes = z.object({ classes: z.array(z.object({ time: z.string() })) });
const members = z.object({ members: z.array(z.object({ email: z.string() })) });
const instructors = z.object({ instructors: z.array(z.object({ name: z.string() })) });
const intent = z.object({ clientSecret: z.string() });
const countNothing = async () => null;
const toCheckout = (classId: number) => ({
  classId,
  passId: fivePasses,
  requestKey: randomUUID(),
  acceptTerms: true,
  startNow: true,
});

const readBookings = async (client: StudioClient) =>
  (await client.expect(mine, 'GET', '/api/my-bookings')).bookings;
const countPasses = async (client: StudioClient) =>
  (await client.expect(lots, 'GET', '/api/user/passes')).reduce((sum, lot) => sum + lot.remaining, 0);
const countPlaces = async (client: StudioClient, classId: number) =>
  (await client.expect(lines, 'GET', '/api/waitlist/mine')).lines.filter((line) => line.class.id === classId)
    .length;
/** Returns 1 when all parts are true, 0 when none is, and NaN for a partial effect. */
const allOrNothing = (...parts: boolean[]): number =>
  parts.every(Boolean) ? 1 : parts.some(Boolean) ? Number.NaN : 0;

/** The most frequent commands of members and staff. */
export const commands: readonly StudioCommand[] = [
  {
    name: 'sign up',
    alreadyDoneCodes: ['EMAIL_TAKEN'],
    async prepare({ visitor, admin, newSignUp }) {
      const form = newSignUp();
      return {
        send: () => sendRequest(visitor, 'POST', '/api/auth/signup', form),
        async countEffects() {
          const all = await admin.expect(members, 'GET', '/api/admin/members');
          return all.members.filter(({ email }) => email === form.email).length;
        },
      };
    },
  },
  {
    name: 'sign in',
    alreadyDoneCodes: [],
    async prepare({ visitor, signedUp }) {
      const { email } = await signedUp(0);
      return {
        send: () => sendRequest(visitor, 'POST', '/api/auth/signin', { email, password: 'seaside-7' }),
        countEffects: countNothing,
      };
    },
  },
  {
    name: 'book',
    alreadyDoneCodes: [],
    async prepare({ signedUp, openClass }) {
      const { client } = await signedUp(fivePasses);
      const classId = await openClass(2);
      return {
        send: () => sendRequest(client, 'POST', '/api/bookings', { classId }),
        async countEffects() {
          const confirmed = (await readBookings(client)).filter(({ status }) => status === 'confirmed');
          const used = fivePasses - (await countPasses(client));
          return used === confirmed.length ? confirmed.length : Number.NaN;
        },
      };
    },
  },
  {
    name: 'cancel',
    alreadyDoneCodes: ['ALREADY_CANCELLED'],
    async prepare({ member, openClass, book }) {
      const { client } = await member(1);
      const bookingId = await book(client, await openClass(2));
      return {
        send: () => sendRequest(client, 'POST', '/api/cancel-booking', { bookingId }),
        async countEffects() {
          const [booking] = await readBookings(client);
          return allOrNothing(booking?.status === 'cancelled', (await countPasses(client)) === 1);
        },
      };
    },
  },
  {
    name: 'move',
    alreadyDoneCodes: [],
    async prepare({ member, openClass, book }) {
      const { client } = await member(1);
      const [from, to] = [await openClass(2), await openClass(2)];
      const bookingId = await book(client, from);
      return {
        send: () => sendRequest(client, 'POST', `/api/bookings/${bookingId}/move`, { classId: to }),
        async countEffects() {
          const confirmed = (await readBookings(client)).filter(({ status }) => status === 'confirmed');
          if (confirmed.length !== 1 || (await countPasses(client)) !== 0) return Number.NaN;
          return confirmed[0]?.classId === to ? 1 : 0;
        },
      };
    },
  },
  {
    name: 'start a payment',
    alreadyDoneCodes: [],
    async prepare({ member }) {
      const { client } = await member(1);
      return {
        send: () => sendRequest(client, 'POST', '/api/create-payment-intent', { passId: fivePasses }),
        countEffects: countNothing,
      };
    },
  },
  {
    name: 'complete a purchase',
    alreadyDoneCodes: [],
    async prepare({ signedUp, pay }) {
      const { client } = await signedUp(0);
      const { clientSecret } = await client.expect(intent, 'POST', '/api/create-payment-intent', {
        passId: fivePasses,
      });
      let paid: Promise<string> | undefined;
      return {
        async send() {
          // Stripe's webhook completes the payment too, before or after this request.
          paid ??= pay(clientSecret);
          return sendRequest(client, 'POST', '/api/complete-payment', { payment_intent_id: await paid });
        },
        countEffects: async () => (await client.expect(lots, 'GET', '/api/user/passes')).length,
      };
    },
  },
  {
    name: 'check out',
    alreadyDoneCodes: [],
    async prepare({ signedUp, openClass }) {
      const { client } = await signedUp(0);
      const body = toCheckout(await openClass(2));
      return {
        send: () => sendRequest(client, 'POST', '/api/checkout', body),
        countEffects: countNothing,
      };
    },
  },
  {
    name: 'complete a checkout',
    alreadyDoneCodes: [],
    async prepare({ signedUp, openClass, pay }) {
      const { client } = await signedUp(0);
      const body = toCheckout(await openClass(2));
      const { clientSecret } = await client.expect(intent, 'POST', '/api/checkout', body);
      let paid: Promise<string> | undefined;
      return {
        async send() {
          paid ??= pay(clientSecret);
          return sendRequest(client, 'POST', '/api/complete-payment', { payment_intent_id: await paid });
        },
        async countEffects() {
          const [bookings, passes] = [await readBookings(client), await countPasses(client)];
          return allOrNothing(bookings.length === 1 && bookings[0]?.status === 'confirmed', passes === 4);
        },
      };
    },
  },
  ...moneyCommands,
  {
    name: 'subscribe',
    alreadyDoneCodes: [],
    async prepare({ member }) {
      const { client } = await member(1);
      return {
        send: () => sendRequest(client, 'POST', '/api/create-membership-subscription'),
        countEffects: countNothing,
      };
    },
  },
  {
    name: 'join a waitlist',
    alreadyDoneCodes: [],
    async prepare({ member, openClass, book }) {
      const [{ client: first }, { client }] = [await member(1), await member(1)];
      const classId = await openClass(1);
      await book(first, classId);
      return {
        send: () => sendRequest(client, 'POST', '/api/waitlist', { classId }),
        countEffects: () => countPlaces(client, classId),
      };
    },
  },
  {
    name: 'leave a waitlist',
    alreadyDoneCodes: [],
    async prepare({ member, openClass, book }) {
      const [{ client: first }, { client }] = [await member(1), await member(1)];
      const classId = await openClass(1);
      await book(first, classId);
      await client.expect(z.unknown(), 'POST', '/api/waitlist', { classId });
      return {
        send: () => sendRequest(client, 'DELETE', '/api/waitlist', { classId }),
        countEffects: async () => 1 - (await countPlaces(client, classId)),
      };
    },
  },
  {
    name: 'schedule a class',
    alreadyDoneCodes: [],
    async prepare({ admin, instructorId, slot }) {
      const when = slot();
      const body = { name: 'beginner', ...when, instructorId, maxCapacity: 3, requestKey: randomUUID() };
      return {
        send: () => sendRequest(admin, 'POST', '/api/admin/classes', body),
        async countEffects() {
          const day = await admin.expect(classes, 'GET', `/api/admin/classes?date=${when.date}`);
          return day.classes.filter(({ time }) => time === when.time).length;
        },
      };
    },
  },
  {
    name: 'add an instructor',
    alreadyDoneCodes: [],
    async prepare({ admin }) {
      const body = { name: `Marina ${randomUUID()}`, prenatalSuitable: true, requestKey: randomUUID() };
      return {
        send: () => sendRequest(admin, 'POST', '/api/admin/instructors', body),
        async countEffects() {
          const team = await admin.expect(instructors, 'GET', '/api/admin/instructors');
          return team.instructors.filter(({ name }) => name === body.name).length;
        },
      };
    },
  },
  {
    name: 'cancel a class',
    alreadyDoneCodes: [],
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
        send: () => sendRequest(admin, 'DELETE', `/api/admin/classes/${classId}`),
        async countEffects() {
          const ends = await Promise.all(
            booked.flatMap((client) => [
              readBookings(client).then(([booking]) => booking?.status === 'class_cancelled'),
              countPasses(client).then((passes) => passes === 1),
            ]),
          );
          return allOrNothing(...ends);
        },
      };
    },
  },
  {
    name: 'give passes',
    alreadyDoneCodes: [],
    async prepare({ admin, signedUp }) {
      const { client, memberId } = await signedUp(1);
      const body = { passes: 2, reason: 'An apology', requestKey: randomUUID() };
      return {
        send: () => sendRequest(admin, 'POST', `/api/admin/members/${memberId}/add-passes`, body),
        countEffects: async () => ((await countPasses(client)) - 1) / 2,
      };
    },
  },
  {
    name: 'mark attendance',
    alreadyDoneCodes: [],
    async prepare({ instructor, member, openClass, book }) {
      const { client } = await member(1);
      const bookingId = await book(client, await openClass(2));
      return {
        send: () =>
          sendRequest(instructor, 'PUT', `/api/instructor/attendance/${bookingId}`, { attended: true }),
        countEffects: async () => ((await readBookings(client))[0]?.attended === true ? 1 : 0),
      };
    },
  },
];
