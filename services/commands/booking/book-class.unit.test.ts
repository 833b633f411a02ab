import { describe, expect, it } from 'vitest';
import { getTakenSeats } from '#domain/class/state.ts';
import { countRemainingPasses } from '#domain/wallet/state.ts';
import { changeRules } from '../rules/change-rules.ts';
import { now, Studio } from '../testing/studio.fixture.ts';
import { cancelClass } from '../timetable/cancel-class.ts';
import { changeClass } from '../timetable/change-class.ts';
import { markClassFull } from '../timetable/mark-class-full.ts';
import { bookClass } from './book-class.ts';
import { cancelBooking } from './cancel-booking.ts';
import { removeBooking } from './remove-booking.ts';

const request = (memberId: string, classId = 1) => ({ classId, memberId, source: 'member' as const });
const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });

async function studioWith({ capacity = 7, passes = 3 } = {}) {
  const studio = new Studio();
  await studio.schedule(1, { capacity });
  for (const member of ['ann', 'bea', 'cat']) await studio.grant(member, passes);
  return studio;
}

describe('bookClass', () => {
  it('takes one pass for one seat, in three appends', async () => {
    const studio = await studioWith();
    const before = studio.log.events.length;
    const booked = await bookClass(studio.start(), request('ann'), studio.context());
    expect(booked).toMatchObject({ bookingId: 1, creditsRemaining: 2, position: BigInt(before + 2) });
    expect(studio.log.events.slice(before).map(({ type }) => type)).toEqual([
      'PassHeld',
      'SeatBooked',
      'PassSpent',
    ]);
    await studio.expectSettled();
  });

  it('gives every append of one command ids of its own', async () => {
    const studio = await studioWith();
    await bookClass(studio.start(), request('ann'), studio.context());
    expect(new Set(studio.log.events.map(({ id }) => id)).size).toBe(studio.log.events.length);
  });

  it('returns the existing booking', async () => {
    const studio = await studioWith({ capacity: 1 });
    const deps = studio.start();
    const first = await bookClass(deps, request('ann'), studio.context());
    const appended = studio.log.events.length;
    expect(await bookClass(deps, request('ann'), studio.context())).toEqual(first);
    expect(await bookClass(studio.start(), request('ann'), studio.context())).toEqual(first);
    expect(studio.log.events.length).toBe(appended);
  });

  it('takes one pass for twenty requests in two processes', async () => {
    const studio = await studioWith();
    const [one, two] = [studio.start(), studio.start()];
    const requests = Array.from({ length: 20 }, (_, index) =>
      bookClass(index % 2 === 0 ? one : two, request('ann'), studio.context()),
    );
    const booked = await Promise.all(requests);
    expect(new Set(booked.map(({ bookingId }) => bookingId)).size).toBe(1);
    expect(countRemainingPasses(await studio.wallet('ann'), now)).toBe(2);
    await studio.expectSettled();
  });

  it('seats seven of a hundred concurrent members, and keeps the others’ passes', async () => {
    const studio = new Studio();
    await studio.schedule(1, { capacity: 7 });
    const rivals = Array.from({ length: 100 }, (_, rival) => `rival-${rival}`);
    for (const rival of rivals) await studio.grant(rival, 1);
    const processes = [studio.start(), studio.start(), studio.start()];
    const answers = await Promise.allSettled(
      rivals.map((rival, index) =>
        bookClass(processes[index % 3] ?? studio.start(), request(rival), studio.context()),
      ),
    );
    const lost = answers.filter((answer) => answer.status === 'rejected');
    expect(lost).toHaveLength(93);
    for (const { reason } of lost) expect(reason).toEqual(refused('CLASS_FULL'));
    const left = await Promise.all(
      rivals.map(async (rival) => countRemainingPasses(await studio.wallet(rival), now)),
    );
    expect(left.filter((passes) => passes === 0)).toHaveLength(7);
    await studio.expectSettled();
  });

  it('appends nothing to the wallet when the class refuses', async () => {
    const studio = await studioWith({ capacity: 1 });
    const deps = studio.start();
    await bookClass(deps, request('ann'), studio.context());
    const appended = studio.log.events.length;
    await expect(bookClass(deps, request('bea'), studio.context())).rejects.toEqual(refused('CLASS_FULL'));
    await expect(bookClass(deps, request('bea', 9), studio.context())).rejects.toEqual(
      refused('CLASS_NOT_FOUND'),
    );
    await expect(bookClass(deps, request('nobody', 1), studio.context())).rejects.toEqual(
      refused('CLASS_FULL'),
    );
    expect(studio.log.events.length).toBe(appended);
  });

  it('refuses without a pass', async () => {
    const studio = await studioWith();
    await expect(bookClass(studio.start(), request('dan'), studio.context())).rejects.toEqual(
      refused('NO_PASS'),
    );
    await studio.grant('dan', 1, { expiresAt: '2026-05-15T22:59:59.999Z' });
    await expect(bookClass(studio.start(), request('dan'), studio.context())).rejects.toMatchObject({
      code: 'NO_PASS',
      details: { hasExpiringBefore: true },
    });
  });

  it('books a seat that another process released, though its cached class is full', async () => {
    const studio = await studioWith({ capacity: 1 });
    const [one, two] = [studio.start(), studio.start()];
    const { bookingId } = await bookClass(one, request('ann'), studio.context());
    await expect(bookClass(two, request('bea'), studio.context())).rejects.toEqual(refused('CLASS_FULL'));
    await cancelBooking(one, { bookingId, classId: 1, memberId: 'ann' }, studio.context());
    await expect(bookClass(two, request('bea'), studio.context())).resolves.toMatchObject({
      creditsRemaining: 2,
    });
  });

  it('checks the pass against the current day of the class, not the cached one', async () => {
    const studio = await studioWith();
    await studio.grant('dan', 1, { expiresAt: '2026-05-15T22:59:59.999Z' });
    const [one, two] = [studio.start(), studio.start()];
    await bookClass(one, request('ann'), studio.context());
    const plan = { level: 'beginner', time: '09:30', capacity: 7, instructorId: 1 };
    const details = (date: string) => ({ classId: 1, date, ...plan });
    await changeClass(two, details('2026-05-15'), studio.context());
    await expect(bookClass(one, request('dan'), studio.context())).resolves.toMatchObject({
      creditsRemaining: 0,
    });
    await changeClass(two, details('2026-05-14'), studio.context());
    await studio.grant('eve', 1, { expiresAt: '2026-05-14T22:59:59.999Z' });
    const stale = studio.start();
    await bookClass(stale, request('bea'), studio.context());
    await changeClass(two, details('2026-05-16'), studio.context());
    await expect(bookClass(stale, request('eve'), studio.context())).rejects.toEqual(refused('NO_PASS'));
    expect(countRemainingPasses(await studio.wallet('eve'), now)).toBe(1);
    await studio.expectSettled();
  });
});

describe('the booking window', () => {
  const sevenDaysAhead = '2026-05-19';
  const at = (time: string) => new Date(`2026-05-12T${time}:00.000Z`);

  it('opens at noon to pass holders, and at midnight to memberships', async () => {
    const studio = await studioWith();
    await studio.schedule(2, { date: sevenDaysAhead });
    await studio.grant('mel', 1, { kind: 'membership' });
    const deps = studio.start();
    await expect(bookClass(deps, request('ann', 2), studio.context(at('10:59')))).rejects.toMatchObject({
      code: 'OUTSIDE_BOOKING_WINDOW',
      details: { opensAt: '2026-05-12T11:00:00.000Z' },
    });
    await bookClass(deps, request('mel', 2), studio.context(at('10:59')));
    await bookClass(deps, request('ann', 2), studio.context(at('11:00')));
    await studio.expectSettled();
  });

  it('follows a changed setting immediately in every process', async () => {
    const studio = await studioWith();
    await studio.schedule(2, { date: sevenDaysAhead });
    const [one, two] = [studio.start(), studio.start()];
    const early = () => bookClass(one, request('ann', 2), studio.context(at('09:00')));
    await expect(early()).rejects.toEqual(refused('OUTSIDE_BOOKING_WINDOW'));
    await changeRules(two, { settings: [{ key: 'priority_booking_hours', value: '9' }] }, studio.context());
    await expect(early()).resolves.toMatchObject({ creditsRemaining: 2 });
  });

  it('does not apply to staff, nor does marked full', async () => {
    const studio = await studioWith();
    await studio.schedule(2, { date: '2026-06-30' });
    const deps = studio.start();
    await markClassFull(deps, { classId: 2, isMarkedFull: true }, studio.context());
    const byStaff = { classId: 2, memberId: 'ann', source: 'staff' } as const;
    await expect(bookClass(deps, byStaff, studio.context())).resolves.toMatchObject({ creditsRemaining: 2 });
  });
});

describe('cancellation', () => {
  const book = async (studio: Studio, memberId = 'ann') => {
    const { bookingId } = await bookClass(studio.start(), request(memberId), studio.context());
    return { bookingId, classId: 1, memberId };
  };

  it('returns the pass in time, and forfeits it late', async () => {
    const studio = await studioWith();
    const [inTime, late] = [await book(studio), await book(studio, 'bea')];
    const deps = studio.start();
    await expect(
      cancelBooking(deps, inTime, studio.context(new Date('2026-05-15T08:30:00.000Z'))),
    ).resolves.toMatchObject({ passReturned: true, creditsRemaining: 3 });
    await expect(
      cancelBooking(deps, late, studio.context(new Date('2026-05-15T08:30:00.001Z'))),
    ).resolves.toMatchObject({ passReturned: false, creditsRemaining: 2 });
    await studio.expectSettled();
  });

  it('is refused for another member’s booking, for an unknown one, and a second time', async () => {
    const studio = await studioWith();
    const booking = await book(studio);
    const deps = studio.start();
    const cancelled = (ref: typeof booking) => cancelBooking(deps, ref, studio.context());
    await expect(cancelled({ ...booking, memberId: 'bea' })).rejects.toEqual(refused('BOOKING_NOT_FOUND'));
    await expect(cancelled({ ...booking, bookingId: 99 })).rejects.toEqual(refused('BOOKING_NOT_FOUND'));
    await cancelled(booking);
    await expect(cancelled(booking)).rejects.toEqual(refused('ALREADY_CANCELLED'));
    expect(countRemainingPasses(await studio.wallet('ann'), now)).toBe(3);
  });

  it('by staff always returns the pass, for at least seven days', async () => {
    const studio = await studioWith({ passes: 0 });
    await studio.grant('dan', 1, { expiresAt: '2026-05-16T22:59:59.999Z' });
    const booking = await book(studio, 'dan');
    const afterwards = new Date('2026-05-20T09:00:00.000Z');
    await expect(removeBooking(studio.start(), booking, studio.context(afterwards))).resolves.toMatchObject({
      passReturned: true,
      creditsRemaining: 1,
    });
    expect((await studio.wallet('dan')).lots.get('lot-of-dan')?.expiresAt).toBe('2026-05-27T22:59:59.999Z');
  });

  it('of a class returns every pass', async () => {
    const studio = await studioWith();
    for (const member of ['ann', 'bea', 'cat']) await book(studio, member);
    const { position } = await cancelClass(studio.start(), { classId: 1 }, studio.context());
    expect(position).toBe(BigInt(studio.log.events.length - 1));
    for (const member of ['ann', 'bea', 'cat'])
      expect(countRemainingPasses(await studio.wallet(member), now)).toBe(3);
    expect(getTakenSeats(await studio.classState(1))).toHaveLength(0);
    await expect(bookClass(studio.start(), request('ann'), studio.context())).rejects.toEqual(
      refused('CLASS_CANCELLED'),
    );
    await studio.expectSettled();
  });
});
