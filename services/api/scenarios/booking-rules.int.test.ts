import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addDaysToDay, endOfLondonDay, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { type UserPass, userPassesAnswer } from '#services/contract/wallet.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { refusal } from '#tools/testing/studio-client.ts';
import { TimetableStudio } from '../testing/timetable-studio.fixture.ts';

const twentyPasses = 7;
const signUpClass = 1;
const singleClass = 3;

const booked = z.object({ bookingId: z.number(), creditsRemaining: z.number() });
const cancelled = z.object({ refunded: z.boolean(), creditsRemaining: z.number() });
const classes = z.object({
  classes: z.array(
    z.object({
      id: z.number(),
      bookedCount: z.number(),
      availableSpots: z.number(),
      maxCapacity: z.number(),
    }),
  ),
});

// Each test moves the clock to a new day.
let studio: TimetableStudio;
/** A member with twenty passes. */
let ann: StudioClient;
beforeAll(async () => {
  studio = await TimetableStudio.start();
});
beforeEach(async () => {
  await studio.startDay('11:00');
  ann = await signUp();
  expect((await ann.buy(twentyPasses)).status).toBe(200);
});
afterAll(() => studio?.running.remove());

const signUp = async () => (await studio.addMember('member', 0)).client;
const plan = (days: number, time: string, maxCapacity = 7) => studio.plan(studio.at(days, time), maxCapacity);
const schedule = (days: number, time: string, maxCapacity = 7) =>
  studio.schedule(studio.at(days, time), maxCapacity);
const tryToBook = (client: StudioClient, classId: number) =>
  client.call('POST', '/api/bookings', { classId });
const book = (client: StudioClient, classId: number) =>
  client.expect(booked, 'POST', '/api/bookings', { classId });
const bookBeside = (client: StudioClient, classId: number) =>
  client.expect(booked, 'POST', '/api/bookings', { classId, allowOverlap: true });
const cancel = (client: StudioClient, bookingId: number) =>
  client.expect(cancelled, 'POST', '/api/cancel-booking', { bookingId, hoursUntilClass: 1_000 });
const readCredits = async (client: StudioClient) =>
  (await client.expect(z.object({ credits: z.number() }), 'GET', '/api/auth/credits')).credits;

describe('booking a class', () => {
  it('needs a pass', async () => {
    const bob = await signUp();
    const classId = await schedule(3, '09:00');
    expect(refusal(await tryToBook(bob, classId))).toBe('402 NO_PASS');
    expect(await readCredits(bob)).toBe(0);
  });

  it('is refused for a class that has begun and for an unknown one', async () => {
    const before = await readCredits(ann);
    expect(refusal(await tryToBook(ann, await schedule(0, '10:59')))).toBe('409 CLASS_PAST');
    expect(refusal(await tryToBook(ann, await schedule(-1, '18:00')))).toBe('409 CLASS_PAST');
    expect(refusal(await tryToBook(ann, 2_147_483_647))).toBe('404 CLASS_NOT_FOUND');
    expect(await readCredits(ann)).toBe(before);
  });

  it('is refused without spending a pass when the class is full or marked full', async () => {
    const [small, marked] = [await schedule(2, '08:00', 1), await schedule(2, '09:15')];
    const carl = await signUp();
    await carl.buy(signUpClass);
    const { creditsRemaining } = await book(ann, small);
    expect(refusal(await tryToBook(carl, small))).toBe('409 CLASS_FULL');
    const mark = (isMarkedFull: boolean) =>
      studio.admin.call('PATCH', `/api/admin/classes/${marked}/mark-full`, { isMarkedFull });
    expect((await mark(true)).status).toBe(200);
    expect(refusal(await tryToBook(carl, marked))).toBe('409 CLASS_FULL');
    expect([await readCredits(carl), await readCredits(ann)]).toEqual([1, creditsRemaining]);
    expect((await mark(false)).status).toBe(200);
    expect(await book(carl, marked)).toMatchObject({ creditsRemaining: 0 });
  });

  it('returns the existing booking the second time', async () => {
    const classId = await schedule(2, '12:00');
    const first = await book(ann, classId);
    expect(await book(ann, classId)).toEqual(first);
  });
});

it('keeps all bookings when an admin lowers the capacity', async () => {
  const classId = await schedule(4, '10:00', 3);
  const members = await Promise.all([signUp(), signUp(), signUp()]);
  const bookings: number[] = [];
  for (const member of members) {
    await member.buy(signUpClass);
    bookings.push((await book(member, classId)).bookingId);
  }
  const smaller = await studio.admin.call('PUT', `/api/admin/classes/${classId}`, plan(4, '10:00', 1));
  expect(smaller.status).toBe(200);
  const readClass = async () =>
    (await studio.visitor.expect(classes, 'GET', `/api/classes?date=${studio.dayIn(4)}`)).classes.find(
      ({ id }) => id === classId,
    );
  expect(await readClass()).toMatchObject({ bookedCount: 3, availableSpots: 0, maxCapacity: 1 });
  expect(refusal(await tryToBook(ann, classId))).toBe('409 CLASS_FULL');
  const [dora] = members;
  const [dorasBooking] = bookings;
  if (dora === undefined || dorasBooking === undefined) throw new Error('Dora is not booked');
  expect(await cancel(dora, dorasBooking)).toMatchObject({ refunded: true });
  expect(await readClass()).toMatchObject({ bookedCount: 2, availableSpots: 0 });
  expect(refusal(await tryToBook(ann, classId))).toBe('409 CLASS_FULL');
});

it('refuses an unknown instructor or class in an admin’s change', async () => {
  const classId = await schedule(4, '12:00');
  const changed = { ...plan(4, '12:00'), instructorId: 2_147_483_647 };
  expect(refusal(await studio.admin.call('PUT', `/api/admin/classes/${classId}`, changed))).toBe(
    '404 INSTRUCTOR_NOT_FOUND',
  );
  expect(refusal(await studio.admin.call('PUT', '/api/admin/classes/2147483647', plan(4, '12:00')))).toBe(
    '404 CLASS_NOT_FOUND',
  );
});

it('opens classes to pass holders at noon seven days ahead', async () => {
  const [week, longer] = [await schedule(7, '06:00'), await schedule(8, '06:00')];
  expect(refusal(await tryToBook(ann, week))).toBe('409 OUTSIDE_BOOKING_WINDOW');
  await studio.clock.moveTo(new Date(studio.at(0, '12:00').getTime() - millisecondsInMinute));
  expect(refusal(await tryToBook(ann, week))).toBe('409 OUTSIDE_BOOKING_WINDOW');
  await studio.clock.moveTo(studio.at(0, '12:00'));
  expect((await tryToBook(ann, week)).status).toBe(200);
  expect(refusal(await tryToBook(ann, longer))).toBe('409 OUTSIDE_BOOKING_WINDOW');
});

it('returns the pass of a cancellation up to 24 hours before the class', async () => {
  const early = await book(ann, await schedule(2, '15:00'));
  const late = await bookBeside(ann, await schedule(2, '15:00'));
  const moved = await schedule(2, '15:00');
  const movedBooking = await bookBeside(ann, moved);
  const before = await readCredits(ann);
  const dayBefore = studio.at(2, '15:00').getTime() - millisecondsInDay;

  await studio.clock.moveTo(new Date(dayBefore - millisecondsInMinute));
  expect(await cancel(ann, early.bookingId)).toEqual({ refunded: true, creditsRemaining: before + 1 });
  await studio.clock.moveTo(new Date(dayBefore + 1));
  expect(await cancel(ann, late.bookingId)).toEqual({ refunded: false, creditsRemaining: before + 1 });
  const again = await ann.call('POST', '/api/cancel-booking', { bookingId: late.bookingId });
  expect(refusal(again)).toBe('409 ALREADY_CANCELLED');
  // Moving the class, even by five minutes, makes the cancellation free.
  const change = await studio.admin.call('PUT', `/api/admin/classes/${moved}`, plan(2, '15:05'));
  expect(change.status).toBe(200);
  expect(await cancel(ann, movedBooking.bookingId)).toEqual({ refunded: true, creditsRemaining: before + 2 });
  expect(await readCredits(ann)).toBe(before + 2);
});

it('returns the pass of a late booking that its member undoes within two minutes, once', async () => {
  const undo = (bookingId: number) =>
    ann.call('POST', '/api/cancel-booking', { bookingId, undoesBooking: true });
  const classId = await schedule(1, '09:00');
  const before = await readCredits(ann);
  const first = await book(ann, classId);
  expect((await undo(first.bookingId)).body).toMatchObject({ refunded: true, creditsRemaining: before });
  // The second booking of the class is no mistake any more.
  const second = await book(ann, classId);
  expect(refusal(await undo(second.bookingId))).toBe('409 UNDO_TOO_LATE');
  expect(await cancel(ann, second.bookingId)).toMatchObject({ refunded: false });

  const slow = await book(ann, await schedule(1, '10:00'));
  await studio.clock.advance('PT2M1S');
  expect(refusal(await undo(slow.bookingId))).toBe('409 UNDO_TOO_LATE');
  expect(await readCredits(ann)).toBe(slow.creditsRemaining);
});

it('refuses to cancel a booking of a class that has begun', async () => {
  const classId = await schedule(2, '16:00');
  const { bookingId, creditsRemaining } = await book(ann, classId);
  await studio.clock.moveTo(studio.at(2, '16:00'));
  expect(refusal(await ann.call('POST', '/api/cancel-booking', { bookingId }))).toBe('409 CLASS_PAST');
  expect(await readCredits(ann)).toBe(creditsRemaining);
});

it('names the reason when every pass expires before the class', async () => {
  const gus = await signUp();
  await gus.buy(signUpClass);
  await studio.clock.moveTo(studio.at(4, '13:00'));
  const lastDay = await schedule(7, '21:45');
  const dayAfter = await schedule(8, '06:00');
  const answer = await tryToBook(gus, dayAfter);
  expect(refusal(answer)).toBe('402 NO_PASS');
  expect(errorAnswer.parse(answer.body).error).toContain('runs out before this class');
  expect((await tryToBook(gus, lastDay)).status).toBe(200);
});

/** Finds the next day, more than 20 days after `day`, on which the clocks change in that month: its last Sunday. */
function clockChangeAfter(day: string, month: '03' | '10'): string {
  for (let year = Number(day.slice(0, 4)); ; year += 1) {
    const last = `${year}-${month}-31`;
    const sunday = addDaysToDay(last, -new Date(`${last}T12:00:00Z`).getUTCDay());
    if (sunday > addDaysToDay(day, 20)) return sunday;
  }
}

it('ends a pass with its last London day, on an ordinary day and when the clocks change', async () => {
  const after = toLondonDay(await studio.clock.now());
  const changes = [clockChangeAfter(after, '03'), clockChangeAfter(after, '10')];
  // A Single Class lasts two weeks: its last day is ordinary, the day before a change, and the day of the change.
  const lastDays = [addDaysToDay(after, 14), ...changes.flatMap((day) => [addDaysToDay(day, -1), day])];
  const members = new Map<string, StudioClient>();
  const buy = async (lastDay: string) => {
    const member = await signUp();
    expect((await member.buy(singleClass)).status).toBe(200);
    members.set(lastDay, member);
  };
  const expectShown = async (lastDay: string, pass: Partial<UserPass>, left: number) => {
    const member = members.get(lastDay) ?? studio.visitor;
    const [shown] = await member.expect(userPassesAnswer, 'GET', '/api/user/passes');
    const expiresAt = endOfLondonDay(lastDay).toISOString();
    expect([lastDay, shown]).toMatchObject([lastDay, { ...pass, remaining: left, expiresAt }]);
    expect(await readCredits(member)).toBe(left);
  };
  const days = (lastDay: string, more: number, time: string) =>
    toLondonInstant(addDaysToDay(lastDay, more), time);
  const timeline = lastDays.flatMap((day) => [
    { at: days(day, -14, '23:30'), check: () => buy(day) },
    { at: days(day, -14, '23:40'), check: () => expectShown(day, { state: 'active', daysLeft: 14 }, 1) },
    { at: days(day, -8, '23:59'), check: () => expectShown(day, { state: 'active', daysLeft: 8 }, 1) },
    { at: days(day, -7, '00:00'), check: () => expectShown(day, { state: 'expiring', daysLeft: 7 }, 1) },
    { at: days(day, 0, '23:59'), check: () => expectShown(day, { state: 'expiring', daysLeft: 0 }, 1) },
    { at: days(day, 1, '00:00'), check: () => expectShown(day, { state: 'expired', daysLeft: -1 }, 0) },
  ]);
  for (const { at, check } of timeline.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    await studio.clock.moveTo(at);
    await check();
  }
});
