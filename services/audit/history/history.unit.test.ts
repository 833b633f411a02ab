import { beforeAll, describe, expect, it } from 'vitest';
import { bookClass } from '#services/commands/booking/book-class.ts';
import { cancelBooking } from '#services/commands/booking/cancel-booking.ts';
import { Studio } from '#services/commands/testing/studio.fixture.ts';
import { joinWaitlist } from '#services/commands/waitlist/join-waitlist.ts';
import { buyPasses } from '../testing/paid-lots.fixture.ts';
import { readClassHistory } from './class-history.ts';
import { readMemberHistory } from './member-history.ts';
import { readPaymentHistory } from './payment-history.ts';

const bookedAt = new Date('2026-05-12T10:00:00.000Z');
const cancelledAt = new Date('2026-05-15T10:00:00.000Z');
const after = new Date('2026-05-20T10:00:00.000Z');
const subject = { memberId: 'ann', membershipId: null, paymentIntentIds: [] };

const studio = new Studio();
const store = studio.log.connect();
beforeAll(async () => {
  await studio.schedule(1, { capacity: 1 });
  for (const memberId of ['ann', 'bea']) await buyPasses(studio, memberId, 3);
  const deps = studio.start();
  const context = studio.context(bookedAt);
  const { bookingId } = await bookClass(deps, { classId: 1, memberId: 'ann', source: 'member' }, context);
  const waitlistDeps = {
    ...deps,
    nextEntryId: () => Promise.resolve(1),
    nextWaitlistId: () => Promise.resolve(1),
  };
  await joinWaitlist(waitlistDeps, { classId: 1, memberId: 'bea' }, studio.context(bookedAt));
  await cancelBooking(deps, { bookingId, classId: 1, memberId: 'ann' }, studio.context(cancelledAt));
});

describe('a member’s passes', () => {
  it('are described event by event with the cause and the lot’s balance', async () => {
    const { events, lots, totals, balanced } = await readMemberHistory(store, subject, after);
    expect(balanced).toBe(true);
    expect(lots).toMatchObject([
      {
        lotId: 'lot-pi_ann',
        source: 'purchase',
        granted: 3,
        available: 2,
        used: 0,
        forfeited: 1,
        valuePence: 3_000,
      },
    ]);
    expect(totals).toMatchObject({ granted: 3, available: 2, forfeited: 1, unusedPence: 2_000 });
    expect(events.map(({ type, balance }) => [type, balance?.available ?? null])).toEqual([
      ['PaymentStarted', null],
      ['PaymentSucceeded', null],
      ['LotGranted', 3],
      ['PassHeld', 2],
      ['SeatBooked', null],
      ['PassSpent', 2],
      ['SeatReleased', null],
      ['PassForfeited', 2],
    ]);
    expect(events[7]).toMatchObject({
      why: 'The member cancelled after the time up to which it is free.',
      causedBy: { type: 'SeatReleased' },
      moved: { passes: 1, from: 'used', to: 'forfeited' },
    });
    expect(events[2]?.why).toBe('Payment pi_ann of £30.00 succeeded.');
  });

  it('are described as of an instant', async () => {
    const { lots, events } = await readMemberHistory(store, subject, new Date(cancelledAt.getTime() - 1));
    expect(lots).toMatchObject([{ available: 2, used: 1, forfeited: 0 }]);
    expect(events).toHaveLength(6);
    const before = await readMemberHistory(store, subject, new Date('2026-05-01T00:00:00.000Z'));
    expect(before).toMatchObject({ lots: [], events: [], balanced: true, totals: { granted: 0 } });
  });

  it('do not balance if an event of the wallet occurs twice', async () => {
    const [spent] = studio.log.events.filter(({ type }) => type === 'PassSpent');
    if (spent === undefined) throw new Error('Nothing was spent');
    const damaged: Pick<typeof store, 'readStream'> = {
      async readStream(stream) {
        const read = await store.readStream(stream);
        if (stream !== 'wallet-ann') return read;
        return { ...read, events: [...read.events, { ...spent, revision: 9n, position: 99n }] };
      },
    };
    expect((await readMemberHistory(damaged, subject, after)).balanced).toBe(false);
  });
});

it('describes who had a seat in a class and who was on its waitlist', async () => {
  const history = await readClassHistory(store, 1, after);
  expect(history).toMatchObject({
    count: { taken: 0, capacity: 1, waiting: 1 },
    seats: [{ memberId: 'ann', released: { reason: 'late_cancelled' } }],
    waiting: [{ entryId: 1, memberId: 'bea' }],
  });
  expect(history?.events.map(({ type, count }) => [type, count.taken, count.waiting])).toEqual([
    ['ClassScheduled', 0, 0],
    ['SeatBooked', 1, 0],
    ['WaitlistJoined', 1, 1],
    ['SeatReleased', 0, 1],
  ]);
  const then = await readClassHistory(store, 1, bookedAt);
  expect(then?.seats).toMatchObject([{ memberId: 'ann', released: null }]);
  expect(await readClassHistory(store, 99, after)).toBeNull();
});

it('describes a payment with its lot and the lot’s events', async () => {
  const history = await readPaymentHistory(store, 'pi_ann', after);
  expect(history).toMatchObject({ payment: { status: 'succeeded' }, lot: { available: 2, forfeited: 1 } });
  expect(history?.events.map(({ type }) => type)).toEqual([
    'PaymentStarted',
    'PaymentSucceeded',
    'LotGranted',
    'PassHeld',
    'SeatBooked',
    'PassSpent',
    'SeatReleased',
    'PassForfeited',
  ]);
  expect(await readPaymentHistory(store, 'pi_nobody', after)).toBeNull();
});
