import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toLondonDay } from '#domain/london-time.ts';
import { waitlistDayAnswer } from '#services/contract/waitlist.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { refusal } from '#tools/testing/studio-client.ts';
import { type StudioMember, TimetableStudio } from '../testing/timetable-studio.fixture.ts';

// The clock moves by days in most tests.
let studio: TimetableStudio;
beforeAll(async () => {
  studio = await TimetableStudio.start();
});
beforeEach(() => studio.startDay());
afterAll(() => studio?.running.remove());

/** A class on the third day at 10:00 with three members on its waitlist. */
const fillClass = () => studio.fillClass(studio.at(3, '10:00'));

it('lets a member join the waitlist of a full class once, see their place, and leave', async () => {
  const startsAt = studio.at(3, '10:00');
  const one = await studio.fillClass(startsAt);
  const other = await studio.fillClass(startsAt);
  expect(await one.bea.joinWaitlist(one.classId)).toMatchObject({ position: 2, waitlistCount: 3 });
  expect(await one.cat.readWaitlist(one.classId)).toMatchObject({
    isOnWaitlist: true,
    waitlistCount: 3,
    position: 3,
    offer: null,
    happenings: [{ what: 'joined', mine: true, reason: null }],
  });
  const day = await one.cat.client.expect(
    waitlistDayAnswer,
    'GET',
    `/api/waitlist?date=${toLondonDay(startsAt)}`,
  );
  expect(day.statuses).toHaveLength(2);
  expect(day.statuses.filter(({ isOnWaitlist }) => isOnWaitlist)).toMatchObject([
    { classId: one.classId, position: 3, waitlistCount: 3 },
  ]);

  const dan = await studio.addMember('dan', 0);
  expect(await dan.joinWaitlist(one.classId)).toMatchObject({ position: 4 });
  const left = await dan.client.call('DELETE', '/api/waitlist', { classId: one.classId });
  expect(left.status).toBe(200);
  expect(await dan.readWaitlist(one.classId)).toMatchObject({
    isOnWaitlist: false,
    waitlistCount: 3,
    position: null,
    happenings: [{ what: 'left' }, { what: 'joined' }],
  });

  const join = (client: StudioClient, classId: number) => client.call('POST', '/api/waitlist', { classId });
  expect(refusal(await join(one.ann.client, one.classId))).toBe('409 ALREADY_BOOKED');
  expect(refusal(await join(one.ann.client, other.classId))).toBe('409 OVERLAPPING_BOOKING');
  expect(refusal(await join(one.ann.client, 2_147_483_647))).toBe('404 CLASS_NOT_FOUND');
  expect(refusal(await dan.client.call('GET', '/api/waitlist/2147483647'))).toBe('404 CLASS_NOT_FOUND');
  expect(refusal(await join(studio.visitor, one.classId))).toBe('401 UNAUTHENTICATED');
  const free = await studio.schedule(studio.at(4, '10:00'));
  expect(refusal(await join(dan.client, free))).toBe('409 CLASS_NOT_FULL');
});

it('books no one at night for a class that would begin within 24 hours of the morning', async () => {
  const early = await studio.fillClass(studio.at(3, '06:30'));
  await studio.clock.moveTo(studio.at(1, '22:00'));
  await early.ann.cancel(early.bookingId);
  await studio.settle();
  expect(await studio.readState(early)).toEqual({ booked: [], offered: [], spots: 0, waiting: 3 });
  await studio.clock.moveTo(studio.at(2, '06:59'));
  expect(await early.bea.readMailKinds()).toEqual([]);
  // In the morning the class begins in less than 24 hours.
  await studio.clock.moveTo(studio.at(2, '07:01'));
  expect(await studio.readState(early)).toEqual({
    booked: [],
    offered: ['bea until 07:30'],
    spots: 0,
    waiting: 3,
  });
  expect(await early.bea.readCredits()).toBe(1);
});

it('books the first member with a pass 27 hours before the class', async () => {
  const full = await fillClass();
  const dan = await studio.addMember('dan', 0);
  await dan.joinWaitlist(full.classId);
  await dan.client.call('DELETE', '/api/waitlist', { classId: full.classId });
  await studio.clock.moveTo(studio.at(2, '07:01'));
  await full.ann.cancel(full.bookingId);
  await studio.settle();
  expect(await studio.readState(full)).toEqual({ booked: ['bea'], offered: [], spots: 0, waiting: 2 });
  expect([await full.bea.readCredits(), await full.cat.readCredits()]).toEqual([0, 1]);
  expect(await full.bea.readMailKinds()).toEqual(['waitlist-booked']);
  expect((await full.bea.readMails())[0]?.text).toContain('Single Class');
  expect([await full.nil.readMailKinds(), await full.cat.readMailKinds()]).toEqual([[], []]);
  expect((await full.nil.readWaitlist(full.classId)).happenings).toMatchObject([
    { what: 'booked', mine: false },
    { what: 'skipped', mine: true, reason: 'no_pass' },
    { what: 'left', mine: false },
    { what: 'joined', mine: true },
  ]);
  expect((await full.bea.readWaitlist(full.classId)).happenings[0]).toMatchObject({
    what: 'booked',
    mine: true,
  });
});

it('fills spots that come from a higher capacity or from reopening the class', async () => {
  const rise = await fillClass();
  const reopen = await fillClass();
  await studio.clock.moveTo(studio.at(2, '07:01'));
  const more = await studio.admin.call(
    'PUT',
    `/api/admin/classes/${rise.classId}`,
    studio.plan(rise.startsAt, 2),
  );
  expect(more.status).toBe(200);
  await studio.settle();
  expect(await studio.readState(rise)).toEqual({ booked: ['ann', 'bea'], offered: [], spots: 0, waiting: 2 });
  // A change of capacity alone is not mailed.
  expect(await rise.ann.readMailKinds()).toEqual(['booking-confirmed']);

  const mark = (isMarkedFull: boolean) =>
    studio.admin.call('PATCH', `/api/admin/classes/${reopen.classId}/mark-full`, { isMarkedFull });
  await mark(true);
  await reopen.ann.cancel(reopen.bookingId);
  await studio.settle();
  expect(await studio.readState(reopen)).toEqual({ booked: [], offered: [], spots: 0, waiting: 3 });
  await mark(false);
  await studio.settle();
  expect(await studio.readState(reopen)).toEqual({ booked: ['bea'], offered: [], spots: 0, waiting: 2 });
});

it('offers a spot to one member at a time from 26 hours before the class', async () => {
  const full = await fillClass();
  await studio.clock.moveTo(studio.at(2, '08:00'));
  await full.ann.cancel(full.bookingId);
  await studio.settle();
  expect(await studio.readState(full)).toEqual({
    booked: [],
    offered: ['bea until 08:30'],
    spots: 0,
    waiting: 3,
  });
  expect(await full.bea.readMailKinds()).toEqual(['waitlist-offered']);
  expect((await full.bea.readMails())[0]?.text).toContain(`/waitlist/${full.classId}`);
  expect(refusal(await full.cat.tryToBook(full.classId))).toBe('409 SPOT_OFFERED');
  await studio.clock.moveTo(studio.at(2, '08:31'));
  expect(await studio.readState(full)).toEqual({
    booked: [],
    offered: ['cat until 09:00'],
    spots: 0,
    waiting: 3,
  });
  expect(await full.bea.readMailKinds()).toEqual(['waitlist-offered', 'waitlist-lapsed']);
  expect(await full.cat.readMailKinds()).toEqual(['waitlist-offered']);
  expect(refusal(await full.bea.tryToBook(full.classId))).toBe('409 SPOT_OFFERED');
  await full.cat.book(full.classId);
  await studio.settle();
  expect(await studio.readState(full)).toEqual({ booked: ['cat'], offered: [], spots: 0, waiting: 2 });
  expect(await full.cat.readMailKinds()).toEqual(['waitlist-offered', 'booking-confirmed']);
  expect([await full.bea.readCredits(), await full.cat.readCredits()]).toEqual([1, 0]);
});

it('opens a spot to all when every member on the waitlist let the offer lapse', async () => {
  const full = await fillClass();
  await studio.clock.moveTo(studio.at(2, '09:00'));
  const dan = await studio.addMember('dan');
  await full.ann.cancel(full.bookingId);
  await studio.settle();
  expect(await studio.readState(full)).toMatchObject({ offered: ['bea until 09:30'], spots: 0 });
  expect(refusal(await dan.tryToBook(full.classId))).toBe('409 SPOT_OFFERED');
  await studio.clock.moveTo(studio.at(2, '10:01'));
  expect(await studio.readState(full)).toEqual({ booked: [], offered: [], spots: 1, waiting: 3 });
  await dan.book(full.classId);
  await studio.settle();
  expect(await studio.readState(full)).toMatchObject({ booked: ['dan'], spots: 0 });
});

it('passes an offer on to the next member when its holder leaves the waitlist', async () => {
  const full = await fillClass();
  await studio.clock.moveTo(studio.at(2, '12:00'));
  await full.ann.cancel(full.bookingId);
  await studio.settle();
  expect(await studio.readState(full)).toMatchObject({ offered: ['bea until 12:30'] });
  await full.bea.client.call('DELETE', '/api/waitlist', { classId: full.classId });
  await studio.settle();
  expect(await studio.readState(full)).toEqual({
    booked: [],
    offered: ['cat until 12:30'],
    spots: 0,
    waiting: 2,
  });
  const { bookingId } = await full.cat.book(full.classId);
  expect(await full.cat.cancel(bookingId)).toEqual({ refunded: false });
});

it('neither mails nor books anyone at night, and offers the spots in the morning', async () => {
  const night = await fillClass();
  const later = await fillClass();
  const full = await fillClass();
  await studio.clock.moveTo(studio.at(2, '22:00'));
  await night.ann.cancel(night.bookingId);
  await studio.clock.moveTo(studio.at(3, '03:00'));
  await later.ann.cancel(later.bookingId);
  await studio.clock.moveTo(studio.at(3, '06:59'));
  for (const each of [night, later]) {
    expect(await studio.readState(each)).toEqual({ booked: [], offered: [], spots: 0, waiting: 3 });
    expect([await each.bea.readMailKinds(), await each.cat.readMailKinds()]).toEqual([[], []]);
    expect(refusal(await each.cat.tryToBook(each.classId))).toBe('409 SPOT_OFFERED');
  }
  // 3 hours before.
  await studio.clock.moveTo(studio.at(3, '07:00'));
  await full.ann.cancel(full.bookingId);
  await studio.settle();
  for (const each of [night, later, full]) {
    expect(await studio.readState(each)).toEqual({
      booked: [],
      offered: ['bea until 07:30'],
      spots: 0,
      waiting: 3,
    });
    expect(await each.bea.readCredits()).toBe(1);
  }
  const { bookingId } = await full.bea.book(full.classId);
  expect(await full.bea.cancel(bookingId)).toEqual({ refunded: false });
  expect(await full.bea.readCredits()).toBe(0);
});

it('announces a spot to the whole waitlist 2 hours before the class', async () => {
  const full = await fillClass();
  await studio.clock.moveTo(
    new Date(full.startsAt.getTime() - 2 * millisecondsInHour - millisecondsInMinute),
  );
  await full.ann.cancel(full.bookingId);
  await studio.settle();
  expect(await studio.readState(full)).toMatchObject({ offered: ['bea until 08:29'], spots: 0 });
  await studio.clock.moveTo(studio.at(3, '08:30'));
  // A member without a pass is mailed as well: there is time to buy one.
  for (const each of [full.nil, full.cat]) expect(await each.readMailKinds()).toEqual(['waitlist-announced']);
  const [first, ...rest] = await full.bea.readMailKinds();
  // The last two are sent at the same moment, in any order.
  expect([first, ...rest.toSorted()]).toEqual(['waitlist-offered', 'waitlist-announced', 'waitlist-lapsed']);
  expect(await studio.readState(full)).toEqual({ booked: [], offered: [], spots: 1, waiting: 3 });
  await full.cat.book(full.classId);
  expect(await studio.readState(full)).toEqual({ booked: ['cat'], offered: [], spots: 0, waiting: 2 });
});

describe('with twenty members trying to book', () => {
  let racers: StudioMember[];
  beforeEach(async () => {
    racers = [];
    while (racers.length < 20) {
      racers.push(...(await Promise.all([1, 2, 3, 4].map(() => studio.addMember('racer')))));
    }
  });
  const race = async (classId: number) => {
    const answers = await Promise.all(racers.map((each) => each.tryToBook(classId)));
    return answers.filter(({ status }) => status === 200).length;
  };
  const countSpent = async () => {
    const credits = await Promise.all(racers.map((each) => each.readCredits()));
    return credits.filter((left) => left === 0).length;
  };

  it('gives a spot that is reserved for the waitlist to none of them', async () => {
    const full = await fillClass();
    const [{ refunded }, won] = await Promise.all([full.ann.cancel(full.bookingId), race(full.classId)]);
    expect([refunded, won]).toEqual([true, 0]);
    await studio.settle();
    expect(await studio.readState(full)).toEqual({ booked: ['bea'], offered: [], spots: 0, waiting: 2 });
    expect(await countSpent()).toBe(0);
  });

  it('gives a spot that is announced to exactly one of them, and spends no other pass', async () => {
    const full = await fillClass();
    await studio.clock.moveTo(studio.at(3, '09:00'));
    await full.ann.cancel(full.bookingId);
    await studio.settle();
    expect(await full.cat.readMailKinds()).toEqual(['waitlist-announced']);
    expect(await race(full.classId)).toBe(1);
    expect(await countSpent()).toBe(1);
    expect(await studio.readState(full)).toMatchObject({ spots: 0, waiting: 3 });
  });
});

it('removes a member who got a spot from the waitlists of overlapping classes', async () => {
  const startsAt = studio.at(3, '10:00');
  const one = await studio.fillClass(startsAt);
  const other = await studio.fillClass(new Date(startsAt.getTime() + 30 * millisecondsInMinute));
  const apart = await studio.fillClass(new Date(startsAt.getTime() + 50 * millisecondsInMinute));
  await one.bea.joinWaitlist(other.classId);
  await one.bea.joinWaitlist(apart.classId);
  await one.ann.cancel(one.bookingId);
  await studio.settle();
  expect(await studio.readState(one)).toMatchObject({ booked: ['bea'] });
  const left = await one.bea.readWaitlist(other.classId);
  expect(left).toMatchObject({ isOnWaitlist: false, waitlistCount: 3 });
  expect(left.happenings[0]).toMatchObject({ what: 'left', mine: true, reason: 'overlap' });
  expect(await one.bea.readWaitlist(apart.classId)).toMatchObject({ isOnWaitlist: true, position: 4 });
});

it('mails booked and waiting members a changed level or time, with free cancellation for a changed time', async () => {
  const full = await fillClass();
  const change = (startsAt: Date, changes: object) =>
    studio.admin.call('PUT', `/api/admin/classes/${full.classId}`, {
      ...studio.plan(startsAt, 1),
      ...changes,
    });
  expect((await change(full.startsAt, { name: 'advanced' })).status).toBe(200);
  await studio.settle();
  const moved = studio.at(3, '11:15');
  expect((await change(moved, { name: 'advanced' })).status).toBe(200);
  await studio.settle();
  const mails = (await full.ann.readMails()).filter(({ kind }) => kind === 'class-changed');
  expect(mails).toHaveLength(2);
  expect(mails[0]?.text).toContain('Advanced (was Beginner)');
  expect(mails[0]?.text).not.toContain('your pass comes back');
  expect(mails[1]?.text).toMatch(/When: .*11:15 \(was .*10:00\)/);
  expect(mails[1]?.text).toContain('your pass comes back');
  expect(await full.bea.readMailKinds()).toEqual(['waitlist-class-changed', 'waitlist-class-changed']);
  expect((await full.bea.readMails())[1]?.text).toContain('You keep your place.');
});
