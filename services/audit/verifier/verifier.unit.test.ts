import { beforeEach, describe, expect, it } from 'vitest';
import { firstPlan } from '#domain/plan/first-plan.ts';
import { firstPlanTerms } from '#domain/plan/terms.ts';
import type { StudioEvent } from '#domain/registry.ts';
import { bookClass } from '#services/commands/booking/book-class.ts';
import { cancelBooking } from '#services/commands/booking/cancel-booking.ts';
import { Studio } from '#services/commands/testing/studio.fixture.ts';
import type { StudioRecord } from '../studio-record.ts';
import { buyPasses } from '../testing/paid-lots.fixture.ts';
import { Verifier } from './verifier.ts';

const muchLater = new Date('2026-09-01T08:00:00.000Z');
const at = '2026-05-13T09:00:00.000Z';

let log: StudioRecord[];
beforeEach(async () => {
  const studio = new Studio();
  await studio.schedule(1, { capacity: 2 });
  for (const memberId of ['ann', 'bea', 'cat']) await buyPasses(studio, memberId, 3);
  const deps = studio.start();
  const book = (memberId: string) =>
    bookClass(deps, { classId: 1, memberId, source: 'member' }, studio.context());
  const { bookingId } = await book('ann');
  await cancelBooking(deps, { bookingId, classId: 1, memberId: 'ann' }, studio.context());
  await book('bea');
  await book('cat');
  log = [...studio.log.events];
});

/** Adds one more event to the log. */
function append(stream: string, event: StudioEvent): void {
  const inStream = log.filter((one) => one.stream === stream);
  log.push({
    ...event,
    id: `forged-${log.length}`,
    stream,
    revision: BigInt(inStream.length),
    position: BigInt(log.length),
    metadata: { commandId: 'forged', actor: { kind: 'system', name: 'test' } },
  });
}

function verify(events: readonly StudioRecord[] = log, now = muchLater) {
  const verifier = new Verifier({ now });
  for (const event of events) verifier.add(event);
  return verifier.finish();
}
const findCodes = (events?: readonly StudioRecord[]) => verify(events).exceptions.map(({ code }) => code);
const findEvent = (type: StudioEvent['type'], stream?: string): StudioRecord => {
  const event = log.find((one) => one.type === type && (stream === undefined || one.stream === stream));
  if (event === undefined) throw new Error(`There is no ${type}`);
  return event;
};

const lot = {
  memberId: 'ann',
  lotId: 'lot-forged',
  passName: 'Pass',
  passes: 2,
  pricePence: 2_000,
  expiresAt: '2026-07-12T22:59:59.999Z',
  passId: 5,
  offer: null,
  at,
};

it('finds no exception in the studio’s own events, and counts them', () => {
  const { exceptionCount, totals, position } = verify();
  expect(exceptionCount).toBe(0);
  expect(position).toBe(String(log.length - 1));
  expect(totals).toMatchObject({
    events: log.length,
    wallets: 3,
    lots: 3,
    bookings: 3,
    classes: 1,
    payments: 3,
  });
  expect(totals.passes).toMatchObject({ granted: 9, available: 7, used: 2 });
  expect(totals.pence).toEqual({ received: 9_000, refunded: 0, disputed: 0 });
});

describe('a refilled late cancellation', () => {
  const late = new Date('2026-05-16T08:00:00.000Z');
  let studio: Studio;
  beforeEach(async () => {
    studio = new Studio();
    await studio.refillLateCancellations();
    await studio.schedule(1, { capacity: 1 });
    for (const memberId of ['ann', 'bea']) await buyPasses(studio, memberId, 3);
    const deps = studio.start();
    const book = (memberId: string) =>
      bookClass(deps, { classId: 1, memberId, source: 'member' }, studio.context(late));
    const { bookingId } = await book('ann');
    await cancelBooking(deps, { bookingId, classId: 1, memberId: 'ann' }, studio.context(late));
    await book('bea');
    log = [...studio.log.events];
  });
  const refill = { classId: 1, bookingId: 1, memberId: 'ann', lotId: 'lot-pi_ann', at };

  it('is no exception, and its pass is available again', () => {
    expect(findCodes()).toEqual([]);
    expect(verify().totals.passes).toMatchObject({ granted: 6, available: 5, used: 1, forfeited: 0 });
  });

  it('is reported when its pass is not returned', () => {
    expect(findCodes(log.filter(({ type }) => type !== 'PassReturned'))).toEqual(['PASS_NOT_SETTLED']);
  });

  it('is reported when its pass is returned for no booking, or for another one', () => {
    const withoutRefill = log.filter(({ type }) => type !== 'LateCancellationRefilled');
    expect(findCodes(withoutRefill)).toContain('REFILL_WITHOUT_BOOKING');
    const forAnother = log.map((one) =>
      one.type === 'PassReturned' && one.data.from === 'forfeited'
        ? { ...one, data: { ...one.data, refilledBy: 7 } }
        : one,
    );
    expect(findCodes(forAnother)).toEqual(['REFILL_WITHOUT_BOOKING']);
  });

  it('is reported when it is refilled twice, or its pass returned twice', () => {
    append('class-1', { type: 'LateCancellationRefilled', data: { ...refill, byBookingId: 2 } });
    append('wallet-ann', findEvent('PassReturned', 'wallet-ann'));
    expect(findCodes()).toEqual(['REFILL_NOT_DUE', 'ILLEGAL_MOVE']);
  });

  it('is reported when the cancellation could not be refilled, or by a booking without a seat', () => {
    const withoutCount = log.map((one) => {
      if (one.type !== 'SeatReleased') return one;
      const { refillAt: _refillAt, ...data } = one.data;
      return { ...one, data };
    });
    expect(findCodes(withoutCount)).toContain('REFILL_NOT_DUE');
    const byOtherBooking = log.map((one) =>
      one.type === 'LateCancellationRefilled' ? { ...one, data: { ...one.data, byBookingId: 77 } } : one,
    );
    expect(findCodes(byOtherBooking)).toContain('REFILL_NOT_DUE');
  });
});

describe('a damaged log', () => {
  it('is reported for a repeated event of a wallet', () => {
    const spent = findEvent('PassSpent', 'wallet-bea');
    append('wallet-bea', spent);
    const { exceptions } = verify();
    expect(exceptions).toHaveLength(1);
    expect(exceptions[0]).toMatchObject({
      code: 'ILLEGAL_MOVE',
      stream: 'wallet-bea',
      revision: 3,
      position: String(log.length - 1),
      memberId: 'bea',
      lotId: 'lot-pi_bea',
      bookingId: 2,
    });
  });

  it('is reported for a lot without a payment, an invoice, or staff who granted it', () => {
    append('wallet-ann', {
      type: 'LotGranted',
      data: { ...lot, kind: 'purchase', paymentIntentId: 'pi_nobody' },
    });
    append('wallet-ann', {
      type: 'LotGranted',
      data: { ...lot, lotId: 'lot-month', kind: 'membership', passId: null, paymentIntentId: null },
    });
    append('wallet-ann', {
      type: 'LotGranted',
      data: { ...lot, lotId: 'lot-gift', kind: 'adjustment', passId: null, paymentIntentId: null },
    });
    expect(findCodes()).toEqual(['LOT_WITHOUT_PAYMENT', 'LOT_WITHOUT_INVOICE', 'LOT_WITHOUT_STAFF']);
  });

  it('is reported for a lot with more passes than were paid for', () => {
    const granted = findEvent('LotGranted', 'wallet-ann');
    if (granted.type !== 'LotGranted') throw new Error();
    const more = { ...granted, data: { ...granted.data, passes: 5 } };
    expect(findCodes(log.map((one) => (one === granted ? more : one)))).toEqual(['LOT_NOT_AS_PAID']);
  });

  it('is reported for a payment without its lot, once it is no longer under way', () => {
    const without = log.filter(({ stream }) => stream !== 'wallet-bea' && stream !== 'class-1');
    const about = ({ code }: { code: string }) => code === 'PAYMENT_WITHOUT_LOT';
    expect(verify(without).exceptions.filter(about)).toMatchObject([{ paymentIntentId: 'pi_bea' }]);
    const young = verify(without, new Date('2026-05-12T09:05:00.000Z'));
    expect(young.exceptions.filter(about)).toEqual([]);
    expect(young.underWay.payments).toBe(1);
  });

  it('is reported for a seat without a pass, and for a pass without a seat', () => {
    const booked = findEvent('SeatBooked');
    if (booked.type !== 'SeatBooked') throw new Error();
    append('class-1', {
      type: 'SeatReleased',
      data: { ...booked.data, bookingId: 2, memberId: 'bea', reason: 'cancelled', returnsPass: true, at },
    });
    append('class-1', { type: 'SeatBooked', data: { ...booked.data, bookingId: 99, memberId: 'dan', at } });
    expect(findCodes().toSorted()).toEqual(['PASS_NOT_SETTLED', 'SEAT_WITHOUT_PASS']);
  });

  it('is reported for a class above its capacity, and for a member with two seats in it', () => {
    const booked = findEvent('SeatBooked');
    if (booked.type !== 'SeatBooked') throw new Error();
    append('class-1', { type: 'SeatBooked', data: { ...booked.data, bookingId: 98, memberId: 'dan', at } });
    append('class-1', { type: 'SeatBooked', data: { ...booked.data, bookingId: 99, memberId: 'bea', at } });
    expect(findCodes()).toEqual(['CLASS_OVER_CAPACITY', 'SEAT_TAKEN_TWICE', 'SEAT_WITHOUT_PASS']);
  });

  it('is reported for an offer that ends without being open, and one to a member who does not wait or is asked', () => {
    const entry = { classId: 1, entryId: 5, memberId: 'dan', at };
    const offered: StudioEvent = { type: 'SpotOffered', data: { ...entry, until: at } };
    append('class-1', offered);
    append('class-1', { type: 'WaitlistJoined', data: entry });
    append('class-1', offered);
    append('class-1', { type: 'OfferWithdrawn', data: { ...entry, because: 'capacity' } });
    expect(findCodes()).toEqual(['WAITER_UNKNOWN']);
    append('class-1', { type: 'OfferLapsed', data: entry });
    append('class-1', { type: 'WaitlistAsked', data: { ...entry, joinedFor: at } });
    append('class-1', offered);
    append('class-1', { type: 'WaitlistConfirmed', data: { ...entry, because: 'answered' } });
    append('class-1', offered);
    expect(findCodes()).toEqual(['WAITER_UNKNOWN', 'OFFER_NOT_OPEN', 'WAITER_NOT_ANSWERED']);
  });

  it('is reported for passes that lapse too early, and for more passes than there are', () => {
    const ids = { memberId: 'ann', lotId: 'lot-pi_ann' };
    append('wallet-ann', { type: 'LotExpired', data: { ...ids, passes: 1, at } });
    append('wallet-ann', {
      type: 'LotRevoked',
      data: { ...ids, passes: 7, demanded: 0, reason: 'staff', at },
    });
    expect(findCodes()).toEqual(['LAPSED_EARLY', 'TOO_FEW_PASSES']);
  });

  it('is reported for a removed event, and for an event in another’s stream', () => {
    expect(findCodes(log.filter((one) => one !== findEvent('PassHeld', 'wallet-ann')))).toContain(
      'REVISION_GAP',
    );
    append('wallet-bea', findEvent('PassSpent', 'wallet-cat'));
    expect(findCodes()).toEqual(['WRONG_STREAM']);
  });
});

describe('a membership', () => {
  const period = {
    membershipId: 7,
    memberId: 'ann',
    subscriptionId: 'sub_a',
    invoiceId: 'in_a',
    paymentIntentId: 'pi_a',
    amountPence: 18_000,
    periodStart: at,
    periodEnd: '2026-06-13T09:00:00.000Z',
    passes: 12,
    lotId: 'lot-in_a',
    expiresAt: '2026-06-13T22:59:59.999Z',
    at,
  };
  const granted = {
    ...{ memberId: 'ann', lotId: 'lot-in_a', passName: 'Monthly Membership' },
    ...{ passes: 12, pricePence: 18_000, expiresAt: period.expiresAt, passId: null },
    ...{ paymentIntentId: 'pi_a', offer: null, at },
  };
  const start = (plan = firstPlanTerms) =>
    append('membership-7', { type: 'MembershipStarted', data: { ...period, plan } });
  const grant = (priority?: false) =>
    append('wallet-ann', {
      type: 'LotGranted',
      data: { ...granted, kind: 'membership', ...(priority === undefined ? {} : { priority }) },
    });

  it('is of the first plan, from before its stream, or of a plan as it was sold', () => {
    start();
    grant();
    expect(findCodes()).toEqual([]);
  });

  it('is reported when its plan was never sold so, or its lot has another priority', () => {
    start({ ...firstPlanTerms, planId: 100 });
    grant();
    expect(findCodes()).toEqual(['PLAN_NOT_AS_SOLD']);
    const created: StudioEvent = {
      type: 'PlanCreated',
      data: { ...firstPlan, planId: 100, priority: false, at },
    };
    log = log.filter(({ type }) => type !== 'MembershipStarted' && type !== 'LotGranted');
    log = log.filter(({ stream }) => !stream.startsWith('wallet-') && !stream.startsWith('class-'));
    log = log.filter(({ stream }) => !stream.startsWith('payment-'));
    log = log.map((event, index) => ({ ...event, position: BigInt(index) }));
    append('plan-100', created);
    start({ ...firstPlanTerms, planId: 100, priority: false });
    grant();
    expect(findCodes()).toEqual(['LOT_NOT_AS_PAID']);
  });
});
