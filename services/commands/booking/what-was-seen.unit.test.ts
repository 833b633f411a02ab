import { describe, expect, it } from 'vitest';
import { getTakenSeats } from '#domain/class/state.ts';
import { countRemainingPasses } from '#domain/wallet/state.ts';
import {
  Crashed,
  crashAtAppend,
  holdAtAppend,
  type StoreHooks,
} from '../testing/memory-event-store.fixture.ts';
import { now, Studio } from '../testing/studio.fixture.ts';
import { changeClass } from '../timetable/change-class.ts';
import { joinWaitlist } from '../waitlist/join-waitlist.ts';
import { bookClass } from './book-class.ts';
import { moveBooking } from './move-booking.ts';

const seen = { date: '2026-05-16', time: '09:30', name: 'beginner' };
const changed = { time: { was: '09:30', is: '18:00' } };
const refusedAsChanged = { code: 'CHANGED_SINCE', facts: { changed } };

/** Ann has one pass; class 1 is on Saturday at 09:30. */
async function openStudio() {
  const studio = new Studio();
  await studio.schedule(1, { capacity: 1 });
  await studio.grant('ann', 1);
  return studio;
}
type SeenBy = { readonly expected?: typeof seen };
const book = (studio: Studio, { hooks, ...seenBy }: SeenBy & { hooks?: StoreHooks }) =>
  bookClass(
    studio.start(hooks),
    { classId: 1, memberId: 'ann', source: 'member', ...seenBy },
    studio.context(),
  );

/** The studio moves a class to 18:00. */
async function moveTo18(studio: Studio, classId = 1) {
  const { details } = await studio.classState(classId);
  if (details === null) throw new Error('The class is not there');
  await changeClass(studio.start(), { ...details, classId, time: '18:00' }, studio.context());
}
async function expectNothingBooked(studio: Studio, classId = 1) {
  expect(getTakenSeats(await studio.classState(classId))).toEqual([]);
  expect(countRemainingPasses(await studio.wallet('ann'), now)).toBe(1);
  await studio.expectSettled();
}

describe('a class that was moved since the member saw it', () => {
  it('refuses the booking before any pass is held, and is booked as it is now', async () => {
    const studio = await openStudio();
    await moveTo18(studio);
    const appended = studio.log.events.length;
    await expect(book(studio, { expected: seen })).rejects.toMatchObject(refusedAsChanged);
    expect(studio.log.events).toHaveLength(appended);
    await expect(book(studio, { expected: { ...seen, time: '18:00' } })).resolves.toMatchObject({
      creditsRemaining: 0,
    });
    await studio.expectSettled();
  });

  it('is booked by a client that sends nothing it saw', async () => {
    const studio = await openStudio();
    await moveTo18(studio);
    await expect(book(studio, {})).resolves.toMatchObject({ creditsRemaining: 0 });
  });

  it('returns the held pass when it is moved between the pass and the seat', async () => {
    const studio = await openStudio();
    const claim = holdAtAppend(1);
    const booked = book(studio, { expected: seen, hooks: claim });
    booked.catch(() => undefined);
    await claim.reached;
    await moveTo18(studio);
    claim.open();
    await expect(booked).rejects.toMatchObject(refusedAsChanged);
    await expectNothingBooked(studio);
  });

  it('returns the held pass when the process crashed before, and a sweep completes the booking', async () => {
    const studio = await openStudio();
    await expect(book(studio, { expected: seen, hooks: crashAtAppend(0, 'after') })).rejects.toBeInstanceOf(
      Crashed,
    );
    await moveTo18(studio);
    expect(await studio.sweep()).toMatchObject([{ outcome: 'refused', refusal: { code: 'CHANGED_SINCE' } }]);
    await expectNothingBooked(studio);
  });

  it('is not joined from a waitlist as it was', async () => {
    const studio = await openStudio();
    await book(studio, {});
    await moveTo18(studio);
    const join = (expected: typeof seen) =>
      joinWaitlist(
        { ...studio.start(), nextWaitlistId: () => Promise.resolve(9) },
        { classId: 1, memberId: 'bea', expected },
        studio.context(),
      );
    await expect(join(seen)).rejects.toMatchObject(refusedAsChanged);
    await expect(join({ ...seen, time: '18:00' })).resolves.toMatchObject({ place: 1 });
  });
});

describe('a booking that is moved to a class', () => {
  const ann = { bookingId: 1, classId: 1, memberId: 'ann', toClassId: 2 };
  async function annHasBooked() {
    const studio = await openStudio();
    await studio.schedule(2, { date: '2026-05-17' });
    await book(studio, {});
    return studio;
  }
  const expected = { ...seen, date: '2026-05-17' };
  const expectKept = async (studio: Studio) => {
    expect(getTakenSeats(await studio.classState(1))).toMatchObject([{ memberId: 'ann' }]);
    expect(getTakenSeats(await studio.classState(2))).toEqual([]);
    await studio.expectSettled();
  };

  it('stays where it is when that class was moved before', async () => {
    const studio = await annHasBooked();
    await moveTo18(studio, 2);
    const move = (time: string) =>
      moveBooking(studio.start(), { ...ann, expected: { ...expected, time } }, studio.context());
    await expect(move('09:30')).rejects.toMatchObject(refusedAsChanged);
    await expectKept(studio);
    await expect(move('18:00')).resolves.toMatchObject({ bookingId: 2 });
  });

  it('stays where it is when that class is moved between the pass and the seat', async () => {
    const studio = await annHasBooked();
    const claim = holdAtAppend(1);
    const moved = moveBooking(studio.start(claim), { ...ann, expected }, studio.context());
    moved.catch(() => undefined);
    await claim.reached;
    await moveTo18(studio, 2);
    claim.open();
    await expect(moved).rejects.toMatchObject(refusedAsChanged);
    await expectKept(studio);
  });
});
