import { describe, expect, it } from 'vitest';
import { classDecider } from '#domain/class/decider.ts';
import { getTakenSeats } from '#domain/class/state.ts';
import { countRemainingPasses } from '#domain/wallet/state.ts';
import { holdAtAppend, type StoreHooks } from '../testing/memory-event-store.fixture.ts';
import { now, Studio } from '../testing/studio.fixture.ts';
import { advanceBooking } from './advance-booking.ts';
import { bookClass } from './book-class.ts';
import { cancelBooking } from './cancel-booking.ts';

const request = (memberId: string) => ({ classId: 1, memberId, source: 'member' as const });
const ann = { bookingId: 1, classId: 1, memberId: 'ann' };

/**
 * There is one seat. Ann holds a pass, but Bea books first: Ann's process reads that the class is full and is delayed
 * just before it returns her pass. Then Bea cancels, and the sweep finds Ann's held pass and a free seat.
 */
async function annIsAboutToGiveUp() {
  const studio = new Studio();
  await studio.schedule(1, { capacity: 1 });
  for (const member of ['ann', 'bea']) await studio.grant(member, 1);

  const claim = holdAtAppend(1);
  const giveBack = holdAtAppend(2);
  const hooks: StoreHooks = {
    async onRequest(what) {
      await claim.onRequest(what);
      await giveBack.onRequest(what);
    },
    onAnswer: () => Promise.resolve(),
  };
  const annsAnswer = bookClass(studio.start(hooks), request('ann'), studio.context());
  // The result is checked below.
  annsAnswer.catch(() => undefined);
  await claim.reached;
  const bea = await bookClass(studio.start(), request('bea'), studio.context());
  claim.open();
  await giveBack.reached;
  await cancelBooking(
    studio.start(),
    { bookingId: bea.bookingId, classId: 1, memberId: 'bea' },
    studio.context(),
  );
  return { studio, annsAnswer, giveBack };
}

describe('a pass that is returned while a sweep claims its seat', () => {
  it('releases the seat if the pass was returned first', async () => {
    const { studio, annsAnswer, giveBack } = await annIsAboutToGiveUp();
    const spend = holdAtAppend(1);
    const swept = advanceBooking(studio.start(spend), ann, studio.context());
    await spend.reached;
    giveBack.open();
    await expect(annsAnswer).rejects.toMatchObject({ code: 'CLASS_FULL' });
    spend.open();
    await expect(swept).resolves.toMatchObject({ outcome: 'released', passReturned: true });
    expect(getTakenSeats(await studio.classState(1))).toHaveLength(0);
    expect(countRemainingPasses(await studio.wallet('ann'), now)).toBe(1);
    await studio.expectSettled();
  });

  it('keeps the booking for both processes if the seat was claimed first', async () => {
    const { studio, annsAnswer, giveBack } = await annIsAboutToGiveUp();
    await expect(advanceBooking(studio.start(), ann, studio.context())).resolves.toMatchObject({
      outcome: 'booked',
    });
    giveBack.open();
    await expect(annsAnswer).resolves.toMatchObject({ bookingId: 1, creditsRemaining: 0 });
    expect(getTakenSeats(await studio.classState(1))).toHaveLength(1);
    await studio.expectSettled();
  });

  it('has the seat released by the sweep if the claiming process crashed', async () => {
    const { studio, annsAnswer, giveBack } = await annIsAboutToGiveUp();
    const spend = holdAtAppend(1);
    advanceBooking(studio.start(spend), ann, studio.context()).catch(() => undefined);
    await spend.reached;
    giveBack.open();
    await expect(annsAnswer).rejects.toMatchObject({ code: 'CLASS_FULL' });
    const ends = await studio.sweep();
    expect(ends.find(({ bookingId }) => bookingId === 1)).toMatchObject({
      outcome: 'released',
      passReturned: true,
    });
    await studio.expectSettled();
  });
});

describe('a seat whose process crashed after its pass was returned', () => {
  it.each(['knows the class', 'has just begun'])('the member books again by one that %s', async (which) => {
    const { studio, annsAnswer, giveBack } = await annIsAboutToGiveUp();
    const other = studio.start();
    // Its cached class is from before Ann's booking.
    if (which === 'knows the class') await other.deciders.load(classDecider, '1');
    const spend = holdAtAppend(1);
    advanceBooking(studio.start(spend), ann, studio.context()).catch(() => undefined);
    await spend.reached;
    giveBack.open();
    await expect(annsAnswer).rejects.toMatchObject({ code: 'CLASS_FULL' });
    const again = await bookClass(other, request('ann'), studio.context());
    expect(again).toMatchObject({ creditsRemaining: 0 });
    expect(getTakenSeats(await studio.classState(1))).toMatchObject([{ bookingId: again.bookingId }]);
    await studio.expectSettled();
  });
});

it('returns the held pass of a booking that was cancelled before its pass was spent', async () => {
  const studio = new Studio();
  await studio.schedule(1);
  await studio.grant('ann', 1);
  const spend = holdAtAppend(2);
  const booked = bookClass(studio.start(spend), request('ann'), studio.context());
  booked.catch(() => undefined);
  await spend.reached;
  await cancelBooking(studio.start(), ann, studio.context());
  spend.open();
  await expect(booked).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(countRemainingPasses(await studio.wallet('ann'), now)).toBe(1);
  await studio.expectSettled();
});

it('books the same class again with the pass of the cancelled booking', async () => {
  const studio = new Studio();
  await studio.schedule(1);
  await studio.grant('ann', 1);
  const deps = studio.start();
  const first = await bookClass(deps, request('ann'), studio.context());
  await cancelBooking(deps, ann, studio.context());
  const second = await bookClass(deps, request('ann'), studio.context());
  expect(second.bookingId).not.toBe(first.bookingId);
  expect(second.creditsRemaining).toBe(0);
  await studio.expectSettled();
});
