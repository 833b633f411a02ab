import { millisecondsInDay } from 'date-fns/constants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { addDaysToDay, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { notificationsAnswer } from '#services/contract/notifications.ts';
import { createPushDevice, type PushDevice } from '#tools/testing/push-device.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

let studio: RunningStudio;
let clock: SandboxClock;
let admin: StudioClient;
let instructorId: number;
beforeAll(async () => {
  studio = await startRunningStudio();
  const { base } = studio.process;
  clock = new SandboxClock(base);
  admin = await new StudioClient(base).staff('admin');
  const made = z.object({ instructor: z.object({ id: z.number() }) });
  const { instructor } = await admin.expect(made, 'POST', '/api/admin/instructors', { name: 'Marina Hale' });
  instructorId = instructor.id;
});
afterAll(() => studio?.remove());

interface Reminded {
  readonly client: StudioClient;
  readonly email: string;
  readonly device: PushDevice;
}

let members = 0;
async function addMember(): Promise<Reminded> {
  const { base } = studio.process;
  members += 1;
  const email = `member-${members}@example.com`;
  const client = await new StudioClient(base).signUp(email, 'Ann Example');
  expect((await client.buy(5)).status).toBe(200);
  const device = createPushDevice(base);
  await client.expect(commandAnswer, 'POST', '/api/user/push-subscriptions', device.subscription);
  return { client, email, device };
}

/**
 * Moves on to ten o'clock of the next day, and returns a function for times on the days after it. The clocks change in none of
 * the next four nights, because the tests count hours before a class.
 */
async function startAtTen(): Promise<(days: number, time: string) => Date> {
  let day = addDaysToDay(toLondonDay(await clock.now()), 1);
  const at = (days: number, time: string) => toLondonInstant(addDaysToDay(day, days), time);
  while (at(4, '10:00').getTime() - at(0, '10:00').getTime() !== 4 * millisecondsInDay)
    day = addDaysToDay(day, 1);
  await clock.moveTo(at(0, '10:00'));
  return at;
}

const classPlan = (startsAt: Date, time: string, maxCapacity = 7) => ({
  name: 'reformer for all',
  date: toLondonDay(startsAt),
  time,
  instructorId,
  duration: 50,
  maxCapacity,
});

async function addClass(startsAt: Date, time: string, maxCapacity = 7): Promise<number> {
  const made = z.object({ class: z.object({ id: z.number() }) });
  return (await admin.expect(made, 'POST', '/api/admin/classes', classPlan(startsAt, time, maxCapacity)))
    .class.id;
}

async function book({ client }: Reminded, classId: number): Promise<number> {
  const booked = z.object({ bookingId: z.number() });
  return (await client.expect(booked, 'POST', '/api/bookings', { classId })).bookingId;
}

const outbox = z.array(z.object({ kind: z.string(), subject: z.string(), text: z.string() }));
const readMails = async ({ email }: Reminded, kind = 'class-reminder') =>
  outbox
    .parse(await (await fetch(`${studio.process.base}/sandbox/outbox.json?to=${email}`)).json())
    .filter((mail) => mail.kind === kind);
const readReminders = async (member: Reminded) => ({
  mails: (await readMails(member)).length,
  pushes: (await member.device.readMessages()).filter(({ tag }) => tag.startsWith('class-reminder')).length,
});

it('reminds once by mail and once by push, two hours before the end of free cancellation', async () => {
  const at = await startAtTen();
  const ann = await addMember();
  const classId = await addClass(at(3, '18:00'), '18:00');
  const bookingId = await book(ann, classId);
  await clock.moveTo(at(2, '15:59'));
  expect(await readReminders(ann)).toEqual({ mails: 0, pushes: 0 });
  await clock.moveTo(at(2, '16:00'));
  expect(await readReminders(ann)).toEqual({ mails: 1, pushes: 1 });
  const [push] = await ann.device.readMessages();
  expect(push).toMatchObject({
    title: expect.stringMatching(/^Your class: Reformer For All, .*, 18:00$/),
    body: expect.stringMatching(/^Free to cancel until .*, 18:00\.$/),
    url: `/my-classes?booking=${bookingId}`,
  });
  const [mail] = await readMails(ann);
  for (const part of [
    `Cancel: ${studio.process.base}/my-classes?booking=${bookingId}&do=cancel`,
    `Move to another class: ${studio.process.base}/my-classes?booking=${bookingId}&do=move`,
    'Add to calendar: ',
    'Directions: https://www.openstreetmap.org/search?query=',
    `Choose what we send you: ${studio.process.base}/account#notifications`,
  ])
    expect(mail?.text).toContain(part);
  await clock.moveTo(at(3, '17:00'));
  expect(await readReminders(ann)).toEqual({ mails: 1, pushes: 1 });
});

it('reminds once more of a class that moved after the reminder, and pushes the change', async () => {
  const at = await startAtTen();
  const ann = await addMember();
  const classId = await addClass(at(3, '18:00'), '18:00');
  await book(ann, classId);
  await clock.moveTo(at(2, '16:30'));
  const moved = classPlan(at(4, '19:00'), '19:00');
  expect((await admin.call('PUT', `/api/admin/classes/${classId}`, moved)).status).toBe(200);
  await clock.moveTo(at(4, '16:59'));
  expect(await readReminders(ann)).toEqual({ mails: 1, pushes: 1 });
  expect(await readMails(ann, 'class-changed')).toHaveLength(1);
  const changes = (await ann.device.readMessages()).filter(({ tag }) => tag === `class-changed-${classId}`);
  expect(changes).toMatchObject([{ title: expect.stringMatching(/^Moved to /), url: '/my-classes' }]);
  await clock.moveTo(at(4, '17:00'));
  expect(await readReminders(ann)).toEqual({ mails: 2, pushes: 2 });
});

it('sends no reminder of a cancelled booking or class, and only by the channels that are wanted', async () => {
  const at = await startAtTen();
  const [ann, bea, cat] = [await addMember(), await addMember(), await addMember()];
  const [held, cancelled] = [
    await addClass(at(3, '18:00'), '18:00'),
    await addClass(at(3, '20:00'), '20:00'),
  ];
  const bookingId = await book(ann, held);
  await book(bea, held);
  await book(cat, cancelled);
  await ann.client.expect(z.object({ success: z.literal(true) }), 'POST', '/api/cancel-booking', {
    bookingId,
  });
  await bea.client.expect(notificationsAnswer, 'PUT', '/api/user/notifications', {
    'class-reminder': { mail: false },
  });
  expect((await admin.call('DELETE', `/api/admin/classes/${cancelled}`)).status).toBe(200);
  await clock.moveTo(at(3, '17:00'));
  expect(await readReminders(ann)).toEqual({ mails: 0, pushes: 0 });
  expect(await readReminders(bea)).toEqual({ mails: 0, pushes: 1 });
  expect(await readReminders(cat)).toEqual({ mails: 0, pushes: 0 });
});

it('reminds before quiet hours of a class early in the morning', async () => {
  const at = await startAtTen();
  const ann = await addMember();
  await book(ann, await addClass(at(3, '08:00'), '08:00'));
  await clock.moveTo(at(1, '20:58'));
  expect(await readReminders(ann)).toEqual({ mails: 0, pushes: 0 });
  await clock.moveTo(at(1, '21:00'));
  expect(await readReminders(ann)).toEqual({ mails: 1, pushes: 1 });
});

it('delays only the push message in an outage of the push service, and forgets a browser whose subscription has ended', async () => {
  const at = await startAtTen();
  const ann = await addMember();
  const removedDevice = createPushDevice(studio.process.base);
  await ann.client.expect(commandAnswer, 'POST', '/api/user/push-subscriptions', removedDevice.subscription);
  await removedDevice.answerWith(410);
  await ann.device.answerWith(503);
  await book(ann, await addClass(at(3, '18:00'), '18:00'));
  const count = async () => {
    const [row] = await studio.query('SELECT count(*)::int AS count FROM push_subscriptions');
    return Number(row?.['count']);
  };
  const before = await count();
  await clock.moveTo(at(2, '16:00'));
  expect(await readReminders(ann)).toEqual({ mails: 1, pushes: 0 });
  expect(await count()).toBe(before - 1);
  await ann.device.answerWith(201);
  await waitFor(async () => (await readReminders(ann)).pushes === 1, { what: 'the delayed push message' });
  await clock.moveTo(at(3, '17:00'));
  expect(await readReminders(ann)).toEqual({ mails: 1, pushes: 1 });
});

it('pushes an offered spot, and announces a free one only by the channels that are wanted', async () => {
  const at = await startAtTen();
  const [ann, bea] = [await addMember(), await addMember()];
  const classId = await addClass(at(1, '18:00'), '18:00', 1);
  const bookingId = await book(ann, classId);
  const done = z.object({ success: z.literal(true) });
  await bea.client.expect(done, 'POST', '/api/waitlist', { classId });
  await bea.client.expect(notificationsAnswer, 'PUT', '/api/user/notifications', {
    'spot-broadcast': { push: false },
  });
  // From 26 hours before the class a free spot is offered.
  await clock.moveTo(at(0, '18:30'));
  await ann.client.expect(done, 'POST', '/api/cancel-booking', { bookingId });
  await clock.moveTo(at(0, '18:35'));
  const readPushes = async () =>
    (await bea.device.readMessages()).filter(({ tag }) => tag === `waitlist-${classId}`);
  expect(await readPushes()).toMatchObject([
    { title: expect.stringMatching(/^A spot is yours until /), url: `/waitlist/${classId}` },
  ]);
  expect(await readMails(bea, 'waitlist-offered')).toHaveLength(1);
  // From two hours before it is announced.
  await clock.moveTo(at(1, '16:01'));
  expect(await readMails(bea, 'waitlist-announced')).toHaveLength(1);
  expect(await readPushes()).toHaveLength(1);
});

it('forgets the browsers of a member who deletes the account', async () => {
  const { client } = await addMember();
  const count = async () => (await studio.query('SELECT 1 FROM push_subscriptions')).length;
  const before = await count();
  expect((await client.call('DELETE', '/api/user', { password: 'seaside-7' })).status).toBe(200);
  await waitFor(async () => (await count()) === before - 1, { what: 'the end of the erasure' });
});
