import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bookAnswer, myBookingsAnswer } from '#services/contract/bookings.ts';
import { calendarFeedAnswer, calendarLinkAnswer } from '#services/contract/calendar.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

const fivePasses = 5;

let studio: RunningStudio;
let base: string;
let clock: SandboxClock;
let visitor: StudioClient;
let classes: number[];
beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'silent' });
  base = studio.process.base;
  clock = new SandboxClock(base);
  visitor = new StudioClient(base);
  classes = await openClasses(await visitor.staff('admin'), 12, 1);
});
afterAll(() => studio.remove());

const nextClass = () => {
  const id = classes.shift();
  if (id === undefined) throw new Error('No class is left');
  return id;
};
async function member(email: string) {
  const client = await visitor.signUp(email);
  expect((await client.buy(fivePasses)).status).toBe(200);
  return client;
}
const book = async (client: StudioClient, classId: number) =>
  (await client.expect(bookAnswer, 'POST', '/api/bookings', { classId })).bookingId;
const bookingsOf = async (client: StudioClient) =>
  (await client.expect(myBookingsAnswer, 'GET', '/api/my-bookings')).bookings.map(
    ({ id, classId, status }) => [id, classId, status],
  );
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  errorAnswer.parse(body).code,
];
const moveOn = async (ms: number) => clock.moveTo(new Date((await clock.now()).getTime() + ms));
const mails = z.array(z.object({ kind: z.string(), subject: z.string(), text: z.string() }));
const mailsTo = async (email: string) =>
  mails
    .parse(await (await fetch(`${base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`)).json())
    .filter(({ kind }) => kind.startsWith('booking-'))
    .map(({ subject }) => subject.split(':')[0])
    .toSorted();

describe('moving a booking', () => {
  it('is one step, told by one email', async () => {
    const email = 'ann.moves@example.com';
    const ann = await member(email);
    const [from, to] = [nextClass(), nextClass()];
    const bookingId = await book(ann, from);
    await waitFor(async () => (await mailsTo(email)).length === 1, { timeout: 20_000 });
    const moved = await ann.expect(bookAnswer, 'POST', `/api/bookings/${bookingId}/move`, { classId: to });
    expect(moved.creditsRemaining).toBe(4);
    expect(await bookingsOf(ann)).toEqual(
      expect.arrayContaining([
        [moved.bookingId, to, 'confirmed'],
        [bookingId, from, 'moved'],
      ]),
    );
    // The seat is free for another.
    expect(
      (await (await member('bea.moves@example.com')).call('POST', '/api/bookings', { classId: from })).status,
    ).toBe(200);
    await waitFor(async () => (await mailsTo(email)).length === 2, { timeout: 20_000 });
    await moveOn(60_000);
    expect(await mailsTo(email)).toEqual(['Booked', 'Moved']);
  });

  it('is refused into a full class, to others and for what is not theirs', async () => {
    const [cat, dan] = [await member('cat.moves@example.com'), await member('dan.moves@example.com')];
    const [from, full] = [nextClass(), nextClass()];
    const bookingId = await book(cat, from);
    await book(dan, full);
    const move = (client: StudioClient, classId: number) =>
      client.call('POST', `/api/bookings/${bookingId}/move`, { classId });
    expect(codeOf(await move(cat, full))).toEqual([409, 'CLASS_FULL']);
    expect(codeOf(await move(cat, from))).toEqual([409, 'ALREADY_BOOKED']);
    expect(codeOf(await move(dan, full))).toEqual([404, 'BOOKING_NOT_FOUND']);
    expect(await bookingsOf(cat)).toEqual([[bookingId, from, 'confirmed']]);
  });
});

describe('a cancellation', () => {
  it('is undone within seconds, and no email speaks of it', async () => {
    const email = 'eve.moves@example.com';
    const eve = await member(email);
    const classId = nextClass();
    const bookingId = await book(eve, classId);
    await waitFor(async () => (await mailsTo(email)).length === 1, { timeout: 20_000 });
    expect((await eve.call('POST', '/api/cancel-booking', { bookingId })).status).toBe(200);
    const undone = await eve.expect(bookAnswer, 'POST', `/api/bookings/${bookingId}/undo-cancellation`);
    expect(undone.creditsRemaining).toBe(4);
    expect(await bookingsOf(eve)).toEqual([[undone.bookingId, classId, 'confirmed']]);
    await moveOn(60_000);
    expect(await mailsTo(email)).toEqual(['Booked']);
  });

  it('stands once told, or when the seat is gone', async () => {
    const email = 'fay.moves@example.com';
    const fay = await member(email);
    const classId = nextClass();
    const bookingId = await book(fay, classId);
    const undo = () => fay.call('POST', `/api/bookings/${bookingId}/undo-cancellation`);
    expect((await fay.call('POST', '/api/cancel-booking', { bookingId })).status).toBe(200);
    await book(await member('gus.moves@example.com'), classId);
    expect(codeOf(await undo())).toEqual([409, 'CLASS_FULL']);
    await moveOn(20_000);
    expect(codeOf(await undo())).toEqual([409, 'UNDO_TOO_LATE']);
    await waitFor(async () => (await mailsTo(email)).includes('Cancelled'), { timeout: 20_000 });
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

  it('of one booking is its member’s alone', async () => {
    const hal = await member('hal.moves@example.com');
    const bookingId = await book(hal, nextClass());
    const url = `${base}/api/bookings/${bookingId}/calendar.ics`;
    const file = await read(url, hal.token);
    expect(file).toMatchObject({ status: 200, type: 'text/calendar; charset=utf-8' });
    expect(file.text).toContain(`UID:booking-${bookingId}@`);
    expect((await read(url)).status).toBe(401);
    expect((await read(url, (await visitor.signUp('ida.moves@example.com')).token)).status).toBe(404);
  });

  it('has a private link that shows what is cancelled, and stops when it is made anew or revoked', async () => {
    const joy = await member('joy.moves@example.com');
    const feed = () => joy.expect(calendarFeedAnswer, 'GET', '/api/user/calendar-feed');
    expect((await feed()).since).toBeNull();
    const first = await joy.expect(calendarLinkAnswer, 'POST', '/api/user/calendar-feed');
    const bookingId = await book(joy, nextClass());
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
    const rows = await studio.query('SELECT count(*)::int AS kept FROM calendar_feeds');
    expect(rows).toEqual([{ kept: 0 }]);
  });
});
