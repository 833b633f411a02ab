import { describe, expect, it } from 'vitest';
import type { StoreHooks } from '../testing/memory-event-store.fixture.ts';
import { Studio } from '../testing/studio.fixture.ts';
import { cancelClass } from '../timetable/cancel-class.ts';
import { changeClass } from '../timetable/change-class.ts';
import { type BookClassDeps, bookClass } from './book-class.ts';
import { cancelBooking } from './cancel-booking.ts';
import { moveBooking } from './move-booking.ts';
import { undoCancellation } from './undo-cancellation.ts';

/** Classes 1 and 2 are on Saturday at 09:30, class 3 on Sunday at 09:30. */
async function openStudio() {
  const studio = new Studio();
  await studio.schedule(1);
  await studio.schedule(2);
  await studio.schedule(3, { date: '2026-05-17' });
  await studio.grant('ann', 5);
  return studio;
}
const book = (
  studio: Studio,
  classId: number,
  {
    deps = studio.start(),
    ...changes
  }: { deps?: BookClassDeps; allowOverlap?: boolean; source?: 'member' | 'staff' | 'waitlist' } = {},
) => bookClass(deps, { classId, memberId: 'ann', source: 'member', ...changes }, studio.context());
const asked = { code: 'OVERLAPS_BOOKING', facts: { overlaps: { classId: 1, bookingId: 1, time: '09:30' } } };

async function changeTo(
  studio: Studio,
  classId: number,
  change: { date?: string; durationMinutes?: number },
) {
  const { details } = await studio.classState(classId);
  if (details === null) throw new Error('The class is not there');
  await changeClass(studio.start(), { ...details, ...change, classId }, studio.context());
}

describe('a class at the time of another booking', () => {
  it.each(['member', 'staff'] as const)(
    'is asked about first when booked by a %s, and booked if allowed',
    async (source) => {
      const studio = await openStudio();
      await book(studio, 1);
      const appended = studio.log.events.length;
      await expect(book(studio, 2, { source })).rejects.toMatchObject(asked);
      expect(studio.log.events).toHaveLength(appended);
      await expect(book(studio, 2, { source, allowOverlap: true })).resolves.toMatchObject({
        creditsRemaining: 3,
      });
      await studio.expectSettled();
    },
  );

  it('is asked about in one of two concurrent bookings, in one process or two', async () => {
    for (const isOneProcess of [true, false]) {
      const studio = await openStudio();
      const one = studio.start();
      const answers = await Promise.allSettled([
        book(studio, 1, { deps: one }),
        book(studio, 2, { deps: isOneProcess ? one : studio.start() }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'OVERLAPS_BOOKING' },
      });
      await studio.expectSettled();
    }
  });

  it('is found where the studio has moved or prolonged either class since', async () => {
    const studio = await openStudio();
    await book(studio, 1);
    await expect(book(studio, 3)).resolves.toMatchObject({ bookingId: 2 });
    await changeTo(studio, 1, { date: '2026-05-14' });
    await expect(book(studio, 2)).resolves.toMatchObject({ bookingId: 3 });
    await changeTo(studio, 3, { date: '2026-05-18', durationMinutes: 80 });
    await studio.schedule(4, { date: '2026-05-18' });
    await expect(book(studio, 4)).rejects.toMatchObject({
      facts: { overlaps: { classId: 3, date: '2026-05-18', duration: 80 } },
    });
  });

  it('is found on the same day although this process knows the other class from before', async () => {
    const studio = await openStudio();
    const deps = studio.start();
    await studio.schedule(4);
    await changeTo(studio, 4, { durationMinutes: 30 });
    await book(studio, 1, { deps });
    await changeTo(studio, 1, { durationMinutes: 200 });
    await studio.schedule(5);
    const { details } = await studio.classState(5);
    if (details === null) throw new Error('The class is not there');
    await changeClass(studio.start(), { ...details, classId: 5, time: '12:00' }, studio.context());
    await expect(book(studio, 5, { deps })).rejects.toMatchObject({
      facts: { overlaps: { classId: 1, duration: 200 } },
    });
  });

  it('is free once the studio cancels the other class', async () => {
    const studio = await openStudio();
    await book(studio, 1);
    await cancelClass(studio.start(), { classId: 1 }, studio.context());
    await expect(book(studio, 2)).resolves.toMatchObject({ bookingId: 2 });
  });

  it('is asked about in a move, but not because of the booking that moves', async () => {
    const studio = await openStudio();
    const { bookingId } = await book(studio, 1);
    const moving = { bookingId, classId: 1, memberId: 'ann', toClassId: 2 };
    await expect(moveBooking(studio.start(), moving, studio.context())).resolves.toMatchObject({
      bookingId: 2,
    });
    const third = await book(studio, 3);
    const back = { bookingId: third.bookingId, classId: 3, memberId: 'ann', toClassId: 1 };
    await expect(moveBooking(studio.start(), back, studio.context())).rejects.toMatchObject({
      facts: { overlaps: { classId: 2, bookingId: 2 } },
    });
    await expect(
      moveBooking(studio.start(), { ...back, allowOverlap: true }, studio.context()),
    ).resolves.toMatchObject({ creditsRemaining: 3 });
    await studio.expectSettled();
  });

  it('is no obstacle to undoing a cancellation', async () => {
    const studio = await openStudio();
    const { bookingId } = await book(studio, 1);
    const booking = { bookingId, classId: 1, memberId: 'ann' };
    await cancelBooking(studio.start(), booking, studio.context());
    await book(studio, 2);
    await expect(undoCancellation(studio.start(), booking, studio.context())).resolves.toMatchObject({
      creditsRemaining: 3,
    });
  });
});

describe('the reads of a booking', () => {
  /** Counts the reads of one process. */
  function countReads() {
    let reads = 0;
    const hooks: StoreHooks = {
      async onRequest(what) {
        if (what === 'read') reads += 1;
      },
      onAnswer: () => Promise.resolve(),
    };
    return { hooks, take: () => reads };
  }

  it('do not grow with bookings on other days', async () => {
    const studio = await openStudio();
    const { hooks, take } = countReads();
    const deps = studio.start(hooks);
    await book(studio, 1, { deps });
    await studio.grant('bea', 1);
    const bea = { classId: 3, memberId: 'bea', source: 'member' as const };
    await bookClass(deps, bea, studio.context());
    const before = take();
    await book(studio, 3, { deps });
    // The rulebook.
    expect(take()).toBe(before + 1);
  });
});
