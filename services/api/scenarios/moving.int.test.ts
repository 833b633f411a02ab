import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { adminClassesAnswer } from '#services/contract/admin-schedule.ts';
import { bookAnswer, myBookingsAnswer } from '#services/contract/bookings.ts';
import { calendarFeedAnswer, calendarLinkAnswer } from '#services/contract/calendar.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { londonDayIn, openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

const fivePasses = 5;

let studio: RunningStudio;
let base: string;
let clock: SandboxClock;
let visitor: StudioClient;
let admin: StudioClient;
beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'silent' });
  base = studio.process.base;
  clock = new SandboxClock(base);
  visitor = new StudioClient(base);
  admin = await visitor.staff('admin');
});
afterAll(() => studio?.remove());

/** Two classes of one seat each. */
async function openTwoClasses() {
  const [first = 0, second = 0] = await openClasses(admin, 2, 1);
  return [first, second] as const;
}
async function member(email: string) {
  const client = await visitor.signUp(email);
  expect((await client.buy(fivePasses)).status).toBe(200);
  return client;
}
const book = async (client: StudioClient, classId: number) =>
  (await client.expect(bookAnswer, 'POST', '/api/bookings', { classId })).bookingId;
const readBookings = async (client: StudioClient) =>
  (await client.expect(myBookingsAnswer, 'GET', '/api/my-bookings')).bookings.map(
    ({ id, classId, status }) => [id, classId, status],
  );
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  errorAnswer.parse(body).code,
];
const mails = z.array(z.object({ kind: z.string(), subject: z.string(), text: z.string() }));
const readMails = async (email: string) =>
  mails.parse(await (await fetch(`${base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`)).json());
const readMailSubjects = async (email: string) =>
  (await readMails(email))
    .filter(({ kind }) => kind.startsWith('booking-'))
    .map(({ subject }) => subject.split(':')[0])
    .toSorted();

describe('moving a booking', () => {
  it('is one step with one email', async () => {
    const email = 'ann.moves@example.com';
    const ann = await member(email);
    const [from, to] = await openTwoClasses();
    const bookingId = await book(ann, from);
    await waitFor(async () => (await readMailSubjects(email)).length === 1);
    const moved = await ann.expect(bookAnswer, 'POST', `/api/bookings/${bookingId}/move`, { classId: to });
    expect(moved.creditsRemaining).toBe(4);
    expect(await readBookings(ann)).toEqual(
      expect.arrayContaining([
        [moved.bookingId, to, 'confirmed'],
        [bookingId, from, 'moved'],
      ]),
    );
    // Another member can book the released seat.
    expect(
      (await (await member('bea.moves@example.com')).call('POST', '/api/bookings', { classId: from })).status,
    ).toBe(200);
    await waitFor(async () => (await readMailSubjects(email)).length === 2);
    await clock.advance('PT1M');
    expect(await readMailSubjects(email)).toEqual(['Booked', 'Moved']);
  });

  it('is refused into a full class, into the same class, and for another member’s booking', async () => {
    const [cat, dan] = [await member('cat.moves@example.com'), await member('dan.moves@example.com')];
    const [from, full] = await openTwoClasses();
    const bookingId = await book(cat, from);
    await book(dan, full);
    const move = (client: StudioClient, classId: number) =>
      client.call('POST', `/api/bookings/${bookingId}/move`, { classId });
    expect(codeOf(await move(cat, full))).toEqual([409, 'CLASS_FULL']);
    expect(codeOf(await move(cat, from))).toEqual([409, 'ALREADY_BOOKED']);
    expect(codeOf(await move(dan, full))).toEqual([404, 'BOOKING_NOT_FOUND']);
    expect(await readBookings(cat)).toEqual([[bookingId, from, 'confirmed']]);
  });
});

describe('a cancellation', () => {
  it('can be undone within seconds, without any email', async () => {
    const email = 'eve.moves@example.com';
    const eve = await member(email);
    const [classId] = await openTwoClasses();
    const bookingId = await book(eve, classId);
    await waitFor(async () => (await readMailSubjects(email)).length === 1);
    expect((await eve.call('POST', '/api/cancel-booking', { bookingId })).status).toBe(200);
    const undone = await eve.expect(bookAnswer, 'POST', `/api/bookings/${bookingId}/undo-cancellation`);
    expect(undone.creditsRemaining).toBe(4);
    expect(await readBookings(eve)).toEqual([[undone.bookingId, classId, 'confirmed']]);
    await clock.advance('PT1M');
    expect(await readMailSubjects(email)).toEqual(['Booked']);
  });

  it('cannot be undone once its email was sent or the seat was taken', async () => {
    const email = 'fay.moves@example.com';
    const [fay, gus] = [await member(email), await member('gus.moves@example.com')];
    const [classId] = await openTwoClasses();
    const bookingId = await book(fay, classId);
    const undo = () => fay.call('POST', `/api/bookings/${bookingId}/undo-cancellation`);
    expect((await fay.call('POST', '/api/cancel-booking', { bookingId })).status).toBe(200);
    await book(gus, classId);
    expect(codeOf(await undo())).toEqual([409, 'CLASS_FULL']);
    await clock.advance('PT20S');
    expect(codeOf(await undo())).toEqual([409, 'UNDO_TOO_LATE']);
    await waitFor(async () => (await readMailSubjects(email)).includes('Cancelled'));
  });
});

describe('the calendar', () => {
  const read = async (url: string, token?: string) => {
    const response = await fetch(url, token ? { headers: { authorization: `Bearer ${token}` } } : {});
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    };
  };

  it('of a booking is readable by its member only', async () => {
    const hal = await member('hal.moves@example.com');
    const [classId] = await openTwoClasses();
    const bookingId = await book(hal, classId);
    const url = `${base}/api/bookings/${bookingId}/calendar.ics`;
    const file = await read(url, hal.token);
    expect(file).toMatchObject({ status: 200, type: 'text/calendar; charset=utf-8' });
    expect(file.text).toContain(`UID:booking-${bookingId}@`);
    expect((await read(url)).status).toBe(401);
    expect((await read(url, (await visitor.signUp('ida.moves@example.com')).token)).status).toBe(404);
  });

  it('stays one event through an undone cancellation and a move, with a rising SEQUENCE', async () => {
    const ian = await member('ian.moves@example.com');
    const { url } = await ian.expect(calendarLinkAnswer, 'POST', '/api/user/calendar-feed');
    const [classId, otherId] = await openTwoClasses();
    const bookingId = await book(ian, classId);
    const readEvent = async () => {
      const { text } = await read(url);
      const calendar = new ICAL.Component(ICAL.parse(text));
      const events = calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each));
      expect(events.map(({ uid }) => uid.split('@')[0])).toEqual([`booking-${bookingId}`]);
      const minutes = events.map(({ duration }) => duration.toSeconds() / 60);
      return { sequence: events[0]?.sequence ?? 0, minutes, isCancelled: text.includes('STATUS:CANCELLED') };
    };
    const booked = await readEvent();
    expect((await ian.call('POST', '/api/cancel-booking', { bookingId })).status).toBe(200);
    const cancelled = await readEvent();
    const undone = await ian.expect(bookAnswer, 'POST', `/api/bookings/${bookingId}/undo-cancellation`);
    const again = await readEvent();
    const move = { classId: otherId };
    const moved = await ian.expect(bookAnswer, 'POST', `/api/bookings/${undone.bookingId}/move`, move);
    const elsewhere = await readEvent();
    const { classes } = await admin.expect(
      adminClassesAnswer,
      'GET',
      `/api/admin/classes?date=${londonDayIn(2)}`,
    );
    const { name, date, time, instructorId } = classes.find(({ id }) => id === otherId) ?? {};
    const longer = { name, date, time, instructorId, maxCapacity: 1, duration: 75 };
    expect((await admin.call('PUT', `/api/admin/classes/${otherId}`, longer)).status).toBe(200);
    const lengthened = await readEvent();
    expect(lengthened.minutes).toEqual([75]);
    const steps = [booked, cancelled, again, elsewhere, lengthened];
    expect(steps.map(({ isCancelled }) => isCancelled)).toEqual([false, true, false, false, false]);
    for (const [index, { sequence }] of steps.slice(1).entries())
      expect(sequence).toBeGreaterThan(steps[index]?.sequence ?? 0);
    const file = await read(`${base}/api/bookings/${moved.bookingId}/calendar.ics`, ian.token);
    expect(file.text).toContain(`UID:booking-${bookingId}@`);
    expect((await ian.call('DELETE', '/api/user/calendar-feed')).status).toBe(200);
    await waitFor(async () =>
      (await readMails('ian.moves@example.com')).some(
        ({ kind, text }) => kind === 'class-changed' && text.includes('Length: 75 minutes (was 15 minutes)'),
      ),
    );
  });

  it('has a private link that shows cancellations, and ends when it is replaced or revoked', async () => {
    const joy = await member('joy.moves@example.com');
    const feed = () => joy.expect(calendarFeedAnswer, 'GET', '/api/user/calendar-feed');
    expect((await feed()).since).toBeNull();
    const first = await joy.expect(calendarLinkAnswer, 'POST', '/api/user/calendar-feed');
    const [classId] = await openTwoClasses();
    const bookingId = await book(joy, classId);
    expect((await read(first.url)).text).toContain('STATUS:CONFIRMED');
    expect((await joy.call('POST', '/api/cancel-booking', { bookingId })).status).toBe(200);
    const calendar = await read(first.url);
    expect(calendar).toMatchObject({ status: 200, type: 'text/calendar; charset=utf-8' });
    expect(calendar.text).toContain('STATUS:CANCELLED');
    expect(calendar.text).not.toMatch(/example\.com|Test Member/);

    const second = await joy.expect(calendarLinkAnswer, 'POST', '/api/user/calendar-feed');
    expect([(await read(first.url)).status, (await read(second.url)).status]).toEqual([404, 200]);
    expect((await feed()).since).toBe(second.since);
    expect((await joy.call('DELETE', '/api/user/calendar-feed')).status).toBe(200);
    expect([(await read(second.url)).status, (await feed()).since]).toEqual([404, null]);
    const rows = await studio.query('SELECT count(*)::int AS stored FROM calendar_feeds');
    expect(rows).toEqual([{ stored: 0 }]);
  });
});
