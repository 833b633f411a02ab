import { describe, expect, it } from 'vitest';
import type { ClassDetails } from '#domain/class/events.ts';
import type { SeenClass } from '#domain/class/seen-class.ts';
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
import { cancelBooking } from './cancel-booking.ts';
import { moveBooking } from './move-booking.ts';
import { undoCancellation } from './undo-cancellation.ts';

const seen: SeenClass = { date: '2026-05-16', time: '09:30', name: 'beginner' };
const changed = { time: { was: '09:30', is: '18:00' } };
const refusedAsChanged = { code: 'CHANGED_SINCE', facts: { changed } };

/** Ann has one pass; class 1 is on Saturday at 09:30. */
async function openStudio() {
  const studio = new Studio();
  await studio.schedule(1, { capacity: 1 });
  await studio.grant('ann', 1);
  return studio;
}
type SeenBy = { readonly expected?: SeenClass };
const book = (studio: Studio, { hooks, ...seenBy }: SeenBy & { hooks?: StoreHooks }) =>
  bookClass(
    studio.start(hooks),
    { classId: 1, memberId: 'ann', source: 'member', ...seenBy },
    studio.context(),
  );

async function change(studio: Studio, to: Partial<ClassDetails>, classId = 1) {
  const { details } = await studio.classState(classId);
  if (details === null) throw new Error('The class is not there');
  await changeClass(studio.start(), { ...details, ...to, classId }, studio.context());
}
/** The studio moves a class to 18:00. */
const moveTo18 = (studio: Studio, classId = 1) => change(studio, { time: '18:00' }, classId);
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
    const join = (expected: SeenClass) =>
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
  const expectUnchanged = async (studio: Studio) => {
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
    await expectUnchanged(studio);
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
    await expectUnchanged(studio);
  });
});

describe('a cancellation that is undone', () => {
  const ann = { bookingId: 1, classId: 1, memberId: 'ann' };
  async function annHasCancelled() {
    const studio = await openStudio();
    await book(studio, {});
    await cancelBooking(studio.start(), ann, studio.context());
    return studio;
  }
  const undo = (studio: Studio, expected?: SeenClass) =>
    undoCancellation(studio.start(), { ...ann, expected }, studio.context());
  const full = { ...seen, duration: 50, instructorId: 1 };

  it.each<{ to: Partial<ClassDetails>; facts: object; now: Partial<SeenClass> }>([
    { to: { time: '18:00' }, facts: changed, now: { time: '18:00' } },
    {
      to: { durationMinutes: 90 },
      facts: { duration: { was: 50, is: 90 } },
      now: { duration: 90 },
    },
    {
      to: { level: 'advanced' },
      facts: { name: { was: 'beginner', is: 'advanced' } },
      now: { name: 'advanced' },
    },
  ])('asks when the class changed to $to, and books it as agreed', async ({ to, facts, now: isNow }) => {
    const studio = await annHasCancelled();
    await change(studio, to);
    await expect(undo(studio, full)).rejects.toMatchObject({ facts: { changed: facts } });
    await expectNothingBooked(studio);
    await expect(undo(studio, { ...full, ...isNow })).resolves.toMatchObject({ bookingId: 2 });
    await studio.expectSettled();
  });

  it('takes the class as it is for a client that sends nothing', async () => {
    const studio = await annHasCancelled();
    await moveTo18(studio);
    await expect(undo(studio)).resolves.toMatchObject({ bookingId: 2 });
  });

  it('returns the pass when the class is moved between the pass and the seat', async () => {
    const studio = await annHasCancelled();
    const claim = holdAtAppend(1);
    const undone = undoCancellation(studio.start(claim), { ...ann, expected: full }, studio.context());
    undone.catch(() => undefined);
    await claim.reached;
    await moveTo18(studio);
    claim.open();
    await expect(undone).rejects.toMatchObject(refusedAsChanged);
    await expectNothingBooked(studio);
  });
});
