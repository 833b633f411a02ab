import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLondonDay } from '#domain/london-time.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { waitlistDayAnswer } from '#services/contract/waitlist.ts';
import type { Answer, StudioClient } from '#tools/testing/studio-client.ts';
import { type Club, type Person, WaitlistStudio } from '../testing/waitlist-studio.fixture.ts';

let studio: WaitlistStudio;
beforeAll(async () => {
  studio = await WaitlistStudio.start();
});
afterAll(() => studio.running.remove());

const refusal = ({ status, body }: Answer) => `${status} ${errorAnswer.parse(body).code}`;

const clubs = new Map<string, Club>();
const clubOf = (name: string): Club => {
  const found = clubs.get(name);
  if (found === undefined) throw new Error(`There is no club ${name}`);
  return found;
};

it('a member joins the line of a full class once, sees their place, and leaves', async () => {
  const startsAt = studio.at(3, '10:00');
  for (const name of ['27h', '26h', '25h', 'night', '03', '3h', '2h', '1h', 'rise', 'reopen', 'lapse']) {
    clubs.set(name, await studio.club(name, startsAt));
  }
  clubs.set('early', await studio.club('early', studio.at(3, '06:30')));
  const one = clubOf('27h');
  expect(await one.bea.join(one.classId)).toMatchObject({ position: 2, waitlistCount: 3 });
  expect(await one.cat.line(one.classId)).toMatchObject({
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
  expect(day.statuses).toHaveLength(12);
  expect(day.statuses.filter(({ isOnWaitlist }) => isOnWaitlist)).toMatchObject([
    { classId: one.classId, position: 3, waitlistCount: 3 },
  ]);

  const dan = await studio.person('dan', 0);
  expect(await dan.join(one.classId)).toMatchObject({ position: 4 });
  const left = await dan.client.call('DELETE', '/api/waitlist', { classId: one.classId });
  expect(left.status).toBe(200);
  expect(await dan.line(one.classId)).toMatchObject({
    isOnWaitlist: false,
    waitlistCount: 3,
    position: null,
    happenings: [{ what: 'left' }, { what: 'joined' }],
  });

  const join = (who: StudioClient, classId: number) => who.call('POST', '/api/waitlist', { classId });
  expect(refusal(await join(one.ann.client, one.classId))).toBe('409 ALREADY_BOOKED');
  expect(refusal(await join(one.ann.client, clubOf('26h').classId))).toBe('409 OVERLAPPING_BOOKING');
  expect(refusal(await join(one.ann.client, 2_147_483_647))).toBe('404 CLASS_NOT_FOUND');
  expect(refusal(await dan.client.call('GET', '/api/waitlist/2147483647'))).toBe('404 CLASS_NOT_FOUND');
  expect(refusal(await join(studio.visitor, one.classId))).toBe('401 UNAUTHENTICATED');
  const free = await studio.schedule(studio.at(4, '10:00'));
  expect(refusal(await join(dan.client, free))).toBe('409 CLASS_NOT_FULL');
}, 120_000);

// From here on the clock moves, in the order of the tests; the classes are on the third day at 10:00.

it('in the night before the last full day nobody is booked who could not cancel in time', async () => {
  await studio.clock.moveTo(studio.at(1, '22:00'));
  const early = clubOf('early');
  await early.ann.cancel(early.bookingId);
  await studio.settle();
  expect(await studio.standing(early)).toEqual({ booked: [], offered: [], spots: 0, waiting: 3 });
  await studio.clock.moveTo(studio.at(2, '06:59'));
  expect(await early.bea.told()).toEqual([]);
  // The class is in less than 24 hours when people wake.
  await studio.clock.moveTo(studio.at(2, '07:01'));
  expect(await studio.standing(early)).toEqual({
    booked: [],
    offered: ['bea until 07:30'],
    spots: 0,
    waiting: 3,
  });
  expect(await early.bea.credits()).toBe(1);
});

it('27 hours before, the first who has a pass is booked and told', async () => {
  const of = clubOf('27h');
  await of.ann.cancel(of.bookingId);
  await studio.settle();
  expect(await studio.standing(of)).toEqual({ booked: ['bea'], offered: [], spots: 0, waiting: 2 });
  expect([await of.bea.credits(), await of.cat.credits()]).toEqual([0, 1]);
  expect(await of.bea.told()).toEqual(['waitlist-booked']);
  expect((await of.bea.mails())[0]?.text).toContain('Single Class');
  expect([await of.nil.told(), await of.cat.told()]).toEqual([[], []]);
  expect((await of.nil.line(of.classId)).happenings).toMatchObject([
    { what: 'booked', mine: false },
    { what: 'skipped', mine: true, reason: 'no_pass' },
    { what: 'left', mine: false },
    { what: 'joined', mine: true },
  ]);
  expect((await of.bea.line(of.classId)).happenings[0]).toMatchObject({ what: 'booked', mine: true });
});

it('more capacity is a spot too, and so is a class that is opened again', async () => {
  const rise = clubOf('rise');
  const more = await studio.admin.call(
    'PUT',
    `/api/admin/classes/${rise.classId}`,
    studio.plan(rise.startsAt, 2),
  );
  expect(more.status).toBe(200);
  await studio.settle();
  expect(await studio.standing(rise)).toEqual({ booked: ['ann', 'bea'], offered: [], spots: 0, waiting: 2 });
  // Only the number of places changed: nobody is told of that.
  expect(await rise.ann.told()).toEqual(['booking-confirmed']);

  const reopen = clubOf('reopen');
  const mark = (isMarkedFull: boolean) =>
    studio.admin.call('PATCH', `/api/admin/classes/${reopen.classId}/mark-full`, { isMarkedFull });
  await mark(true);
  await reopen.ann.cancel(reopen.bookingId);
  await studio.settle();
  expect(await studio.standing(reopen)).toEqual({ booked: [], offered: [], spots: 0, waiting: 3 });
  await mark(false);
  await studio.settle();
  expect(await studio.standing(reopen)).toEqual({ booked: ['bea'], offered: [], spots: 0, waiting: 2 });
});

it('26 hours before it is offered: to one at a time, until it lapses', async () => {
  await studio.clock.moveTo(studio.at(2, '08:00'));
  const of = clubOf('26h');
  await of.ann.cancel(of.bookingId);
  await studio.settle();
  expect(await studio.standing(of)).toEqual({
    booked: [],
    offered: ['bea until 08:30'],
    spots: 0,
    waiting: 3,
  });
  expect(await of.bea.told()).toEqual(['waitlist-offered']);
  expect((await of.bea.mails())[0]?.text).toContain(`/waitlist/${of.classId}`);
  expect(refusal(await of.cat.tryToBook(of.classId))).toBe('409 SPOT_OFFERED');
  await studio.clock.moveTo(studio.at(2, '08:31'));
  expect(await studio.standing(of)).toEqual({
    booked: [],
    offered: ['cat until 09:00'],
    spots: 0,
    waiting: 3,
  });
  expect(await of.bea.told()).toEqual(['waitlist-offered', 'waitlist-lapsed']);
  expect(await of.cat.told()).toEqual(['waitlist-offered']);
  expect(refusal(await of.bea.tryToBook(of.classId))).toBe('409 SPOT_OFFERED');
  await of.cat.book(of.classId);
  await studio.settle();
  expect(await studio.standing(of)).toEqual({ booked: ['cat'], offered: [], spots: 0, waiting: 2 });
  expect(await of.cat.told()).toEqual(['waitlist-offered', 'booking-confirmed']);
  expect([await of.bea.credits(), await of.cat.credits()]).toEqual([1, 0]);
});

it('25 hours before, what nobody takes is open to all once the line had its turn', async () => {
  await studio.clock.moveTo(studio.at(2, '09:00'));
  const of = clubOf('25h');
  const dan = await studio.person('dan.25h');
  await of.ann.cancel(of.bookingId);
  await studio.settle();
  expect(await studio.standing(of)).toMatchObject({ offered: ['bea until 09:30'], spots: 0 });
  expect(refusal(await dan.tryToBook(of.classId))).toBe('409 SPOT_OFFERED');
  await studio.clock.moveTo(studio.at(2, '10:01'));
  expect(await studio.standing(of)).toEqual({ booked: [], offered: [], spots: 1, waiting: 3 });
  await dan.book(of.classId);
  await studio.settle();
  expect(await studio.standing(of)).toMatchObject({ booked: ['dan'], spots: 0 });
});

it('who leaves gives the offer up, and the next is asked at once', async () => {
  const of = clubOf('lapse');
  await studio.clock.moveTo(studio.at(2, '12:00'));
  await of.ann.cancel(of.bookingId);
  await studio.settle();
  expect(await studio.standing(of)).toMatchObject({ offered: ['bea until 12:30'] });
  await of.bea.client.call('DELETE', '/api/waitlist', { classId: of.classId });
  await studio.settle();
  expect(await studio.standing(of)).toEqual({
    booked: [],
    offered: ['cat until 12:30'],
    spots: 0,
    waiting: 2,
  });
  const { bookingId } = await of.cat.book(of.classId);
  expect(await of.cat.cancel(bookingId)).toEqual({ refunded: false });
});

it('at night it waits for the morning: nobody is told or charged in their sleep', async () => {
  const [night, later] = [clubOf('night'), clubOf('03')];
  await studio.clock.moveTo(studio.at(2, '22:00'));
  await night.ann.cancel(night.bookingId);
  await studio.clock.moveTo(studio.at(3, '03:00'));
  await later.ann.cancel(later.bookingId);
  await studio.clock.moveTo(studio.at(3, '06:59'));
  for (const of of [night, later]) {
    expect(await studio.standing(of)).toEqual({ booked: [], offered: [], spots: 0, waiting: 3 });
    expect([await of.bea.told(), await of.cat.told()]).toEqual([[], []]);
    expect(refusal(await of.cat.tryToBook(of.classId))).toBe('409 SPOT_OFFERED');
  }
  // 3 hours before.
  await studio.clock.moveTo(studio.at(3, '07:00'));
  const of = clubOf('3h');
  await of.ann.cancel(of.bookingId);
  await studio.settle();
  for (const each of [night, later, of]) {
    expect(await studio.standing(each)).toEqual({
      booked: [],
      offered: ['bea until 07:30'],
      spots: 0,
      waiting: 3,
    });
    expect(await each.bea.credits()).toBe(1);
  }
  const { bookingId } = await of.bea.book(of.classId);
  expect(await of.bea.cancel(bookingId)).toEqual({ refunded: false });
  expect(await of.bea.credits()).toBe(0);
});

it('2 hours before everyone is told of what is left, first come first served', async () => {
  const of = clubOf('2h');
  await studio.clock.moveTo(new Date(of.startsAt.getTime() - 2 * millisecondsInHour - millisecondsInMinute));
  await of.ann.cancel(of.bookingId);
  await studio.settle();
  expect(await studio.standing(of)).toMatchObject({ offered: ['bea until 08:29'], spots: 0 });
  await studio.clock.moveTo(studio.at(3, '08:30'));
  // Whoever has no pass hears of it as well: there is time to buy one.
  for (const each of [of.nil, of.cat]) expect(await each.told()).toEqual(['waitlist-announced']);
  const [first, ...then] = await of.bea.told();
  // Two mails of one moment: which of them leaves first is left to chance.
  expect([first, ...then.toSorted()]).toEqual(['waitlist-offered', 'waitlist-announced', 'waitlist-lapsed']);
  expect(await studio.standing(of)).toEqual({ booked: [], offered: [], spots: 1, waiting: 3 });
  await of.cat.book(of.classId);
  expect(await studio.standing(of)).toEqual({ booked: ['cat'], offered: [], spots: 0, waiting: 2 });
});

describe('an hour before, or with twenty who want it', () => {
  let racers: Person[];
  beforeAll(async () => {
    racers = [];
    for (let index = 0; index < 20; index += 4) {
      racers.push(...(await Promise.all([0, 1, 2, 3].map((more) => studio.person(`racer${index + more}`)))));
    }
  }, 60_000);
  const race = async (classId: number) => {
    const answers = await Promise.all(racers.map((each) => each.tryToBook(classId)));
    return answers.filter(({ status }) => status === 200).length;
  };
  const spent = async () => {
    const credits = await Promise.all(racers.map((each) => each.credits()));
    return credits.filter((left) => left === 0).length;
  };

  it('while a spot is kept for the line none of them gets it', async () => {
    await studio.clock.moveTo(studio.at(3, '08:40'));
    const fresh = await studio.club('kept', studio.at(5, '10:00'));
    const [{ refunded }, won] = await Promise.all([fresh.ann.cancel(fresh.bookingId), race(fresh.classId)]);
    expect([refunded, won]).toEqual([true, 0]);
    await studio.settle();
    expect(await studio.standing(fresh)).toEqual({ booked: ['bea'], offered: [], spots: 0, waiting: 2 });
    expect(await spent()).toBe(0);
  });

  it('once it is told to all exactly one gets it, and nobody else loses a pass', async () => {
    await studio.clock.moveTo(studio.at(3, '09:00'));
    const of = clubOf('1h');
    await of.ann.cancel(of.bookingId);
    await studio.settle();
    expect(await of.cat.told()).toEqual(['waitlist-announced']);
    expect(await race(of.classId)).toBe(1);
    expect(await spent()).toBe(1);
    expect(await studio.standing(of)).toMatchObject({ spots: 0, waiting: 3 });
  });
});

it('who gets a spot leaves the lines of other classes at that time', async () => {
  const startsAt = studio.at(6, '10:00');
  const one = await studio.club('one', startsAt);
  const other = await studio.club('other', new Date(startsAt.getTime() + 30 * millisecondsInMinute));
  const apart = await studio.club('apart', new Date(startsAt.getTime() + 50 * millisecondsInMinute));
  await one.bea.join(other.classId);
  await one.bea.join(apart.classId);
  await one.ann.cancel(one.bookingId);
  await studio.settle();
  expect(await studio.standing(one)).toMatchObject({ booked: ['bea'] });
  const left = await one.bea.line(other.classId);
  expect(left).toMatchObject({ isOnWaitlist: false, waitlistCount: 3 });
  expect(left.happenings[0]).toMatchObject({ what: 'left', mine: true, reason: 'overlap' });
  expect(await one.bea.line(apart.classId)).toMatchObject({ isOnWaitlist: true, position: 4 });
});

it('who is booked hears of another time, level or instructor, and may leave freely when it moved', async () => {
  const of = await studio.club('moved', studio.at(7, '10:00'));
  const change = (startsAt: Date, changes: object) =>
    studio.admin.call('PUT', `/api/admin/classes/${of.classId}`, { ...studio.plan(startsAt, 1), ...changes });
  expect((await change(of.startsAt, { name: 'advanced' })).status).toBe(200);
  await studio.settle();
  const moved = studio.at(7, '11:15');
  expect((await change(moved, { name: 'advanced' })).status).toBe(200);
  await studio.settle();
  const mails = (await of.ann.mails()).filter(({ kind }) => kind === 'class-changed');
  expect(mails).toHaveLength(2);
  expect(mails[0]?.text).toContain('Advanced (was Beginner)');
  expect(mails[0]?.text).not.toContain('your pass comes back');
  expect(mails[1]?.text).toMatch(/When: .*11:15 \(was .*10:00\)/);
  expect(mails[1]?.text).toContain('your pass comes back');
  expect(await of.bea.told()).toEqual([]);
});
