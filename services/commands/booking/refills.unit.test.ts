import { expect, it } from 'vitest';
import { countRemainingPasses } from '#domain/wallet/state.ts';
import { holdAtAppend } from '../testing/memory-event-store.fixture.ts';
import { Studio } from '../testing/studio.fixture.ts';
import { cancelClass } from '../timetable/cancel-class.ts';
import { bookClass } from './book-class.ts';
import { cancelBooking } from './cancel-booking.ts';
import { moveBooking } from './move-booking.ts';
import { removeBooking } from './remove-booking.ts';
import { undoCancellation } from './undo-cancellation.ts';

const late = new Date('2026-05-16T08:00:00.000Z');
const request = (memberId: string) => ({ classId: 1, memberId, source: 'member' as const });
const ann = { bookingId: 1, classId: 1, memberId: 'ann' };

/** There is one seat, and ann, who had booked it with her only pass, has cancelled late. */
async function annCancelledLate({ capacity = 1, lapsesAt = '2026-07-12T22:59:59.999Z' } = {}) {
  const studio = new Studio();
  await studio.refillLateCancellations();
  await studio.schedule(1, { capacity });
  await studio.grant('ann', 1, { expiresAt: lapsesAt });
  for (const member of ['bea', 'cat']) await studio.grant(member, 2);
  await bookClass(studio.start(), request('ann'), studio.context());
  await cancelBooking(studio.start(), ann, studio.context(late));
  return studio;
}

it('returns the pass, for longer if it would lapse, within the booking that takes the place', async () => {
  const studio = await annCancelledLate({ lapsesAt: '2026-05-16T22:59:59.999Z' });
  expect(countRemainingPasses(await studio.wallet('ann'), late)).toBe(0);
  await bookClass(studio.start(), request('bea'), studio.context(late));
  const wallet = await studio.wallet('ann');
  expect(countRemainingPasses(wallet, late)).toBe(1);
  expect(wallet.lots.get('lot-of-ann')).toMatchObject({
    forfeited: 0,
    expiresAt: '2026-05-23T22:59:59.999Z',
  });
  await studio.expectSettled();
});

it('returns the pass for a booking by staff, and for a move into the class', async () => {
  const byStaff = await annCancelledLate();
  await bookClass(byStaff.start(), { ...request('bea'), source: 'staff' }, byStaff.context(late));
  expect(byStaff.refills()).toEqual({ decided: ['1 by 2'], returned: ['1 by 2'] });
  const byMove = await annCancelledLate();
  await byMove.schedule(2, { date: '2026-05-18' });
  const { bookingId } = await bookClass(
    byMove.start(),
    { ...request('bea'), classId: 2 },
    byMove.context(late),
  );
  const from = { bookingId, classId: 2, memberId: 'bea' };
  await moveBooking(byMove.start(), { ...from, toClassId: 1 }, byMove.context(late));
  expect(byMove.refills()).toEqual({ decided: ['1 by 3'], returned: ['1 by 3'] });
  await byMove.expectSettled();
});

it('keeps the pass returned when the filling booking ends or the class is cancelled', async () => {
  const studio = await annCancelledLate();
  const { bookingId } = await bookClass(studio.start(), request('bea'), studio.context(late));
  await removeBooking(studio.start(), { bookingId, classId: 1, memberId: 'bea' }, studio.context(late));
  await bookClass(studio.start(), request('cat'), studio.context(late));
  await cancelClass(studio.start(), { classId: 1 }, studio.context(late));
  expect(studio.refills()).toEqual({ decided: ['1 by 2'], returned: ['1 by 2'] });
  for (const [member, passes] of [
    ['ann', 1],
    ['bea', 2],
    ['cat', 2],
  ] as const)
    expect(countRemainingPasses(await studio.wallet(member), late)).toBe(passes);
  await studio.expectSettled();
});

it('returns no pass of a late cancellation when the class is cancelled before another booking', async () => {
  const studio = await annCancelledLate();
  await cancelClass(studio.start(), { classId: 1 }, studio.context(late));
  expect(countRemainingPasses(await studio.wallet('ann'), late)).toBe(0);
  await studio.expectSettled();
});

it('returns nothing after the cancellation is undone', async () => {
  const studio = await annCancelledLate({ capacity: 2 });
  await undoCancellation(studio.start(), ann, studio.context(late));
  await bookClass(studio.start(), request('bea'), studio.context(late));
  expect(studio.refills()).toEqual({ decided: [], returned: [] });
  await studio.expectSettled();
});

it('gives the pass back once when an undo and the filling booking race', async () => {
  const studio = await annCancelledLate({ capacity: 1 });
  // The undo has taken the lost pass, and is delayed before it claims the seat.
  const claim = holdAtAppend(1);
  const undone = undoCancellation(studio.start(claim), ann, studio.context(late));
  undone.catch(() => undefined);
  await claim.reached;
  await bookClass(studio.start(), request('bea'), studio.context(late));
  claim.open();
  await expect(undone).rejects.toMatchObject({ code: 'CLASS_FULL' });
  await studio.sweep(late);
  expect(studio.refills()).toEqual({ decided: ['1 by 3'], returned: ['1 by 3'] });
  expect(countRemainingPasses(await studio.wallet('ann'), late)).toBe(1);
  await studio.expectSettled();
});

it('refills one cancellation when two people book the one place at the same time', async () => {
  const studio = await annCancelledLate();
  const booked = await Promise.allSettled(
    ['bea', 'cat'].map((member) => bookClass(studio.start(), request(member), studio.context(late))),
  );
  expect(booked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await studio.sweep(late);
  expect(studio.refills().returned).toHaveLength(1);
  expect(countRemainingPasses(await studio.wallet('ann'), late)).toBe(1);
  await studio.expectSettled();
});
