import { millisecondsInMinute } from 'date-fns/constants';
import { describe, expect, it } from 'vitest';
import { paymentDecider } from '#domain/payment/decider.ts';
import { changeRules } from '#domain/rules/decide.ts';
import { RULEBOOK, rulebookDecider } from '#domain/rules/decider.ts';
import { Verifier } from '#services/audit/verifier/verifier.ts';
import { bookClass } from '../booking/book-class.ts';
import { cancelBooking } from '../booking/cancel-booking.ts';
import { abandonPayment } from '../payment/abandon-payment.ts';
import { completePayment } from '../payment/complete-payment.ts';
import { shop } from '../payment/shop.fixture.ts';
import {
  Crashed,
  crashAtAppend,
  holdAtAppend,
  type StoreHooks,
} from '../testing/memory-event-store.fixture.ts';
import { now } from '../testing/studio.fixture.ts';
import { cancelClass } from '../timetable/cancel-class.ts';
import { advanceWaitlist } from '../waitlist/advance-waitlist.ts';
import { joinWaitlist } from '../waitlist/join-waitlist.ts';
import { startCheckout } from './start-checkout.ts';

const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * millisecondsInMinute);

/** A shop with a class of two places on Saturday and one on Sunday. */
async function openShop(capacity = 2) {
  const { studio, stripe, start, ...rest } = await shop();
  await studio.schedule(1, { capacity });
  await studio.schedule(2, { capacity, date: '2026-05-17' });
  let keys = 0;
  const checkout = (
    memberId: string,
    {
      classId = 1,
      at = now,
      hooks,
      openPaymentId = null,
      ...changes
    }: {
      classId?: number;
      at?: Date;
      hooks?: StoreHooks;
      openPaymentId?: string | null;
      requestKey?: string;
      expectedPricePence?: number;
      allowOverlap?: boolean;
    } = {},
  ) => {
    keys += 1;
    return startCheckout(
      start(hooks),
      { memberId, classId, passId: 5, requestKey: `key-${keys}`, openPaymentId, ...changes },
      studio.context(at),
    );
  };
  const finish = (paymentIntentId: string, at = now, hooks?: StoreHooks) =>
    completePayment(start(hooks), { paymentIntentId, memberId: null }, studio.context(at));
  const givePasses = async (memberId: string) => {
    const paymentIntentId = await rest.buy(memberId);
    stripe.pay(paymentIntentId);
    await finish(paymentIntentId);
  };
  const passTime = (at: Date, classId = 1) => advanceWaitlist(start(), { classId }, studio.context(at));
  const seatsOf = async (classId = 1) =>
    [...(await studio.classState(classId)).seats.values()]
      .filter(({ released }) => released === null)
      .map(({ memberId }) => memberId);
  const reservationsOf = async (classId = 1) =>
    (await studio.classState(classId)).reservations.map(({ memberId }) => memberId);
  const verify = (at = minutesLater(60)) => {
    const verifier = new Verifier({ now: at });
    for (const event of studio.log.events) verifier.add(event);
    return verifier.finish().exceptions.map(({ code }) => code);
  };
  const count = (type: string) => studio.log.events.filter((event) => event.type === type).length;
  return {
    ...rest,
    studio,
    stripe,
    start,
    checkout,
    finish,
    passTime,
    givePasses,
    seatsOf,
    reservationsOf,
    verify,
    count,
  };
}

describe('startCheckout', () => {
  it('keeps the seat and opens a payment, which grants the passes and books the class', async () => {
    const { stripe, checkout, finish, seatsOf, reservationsOf, passesOf, verify } = await openShop();
    const { paymentIntentId, clientSecret, reservedUntil, bookingId } = await checkout('ann');
    expect({ clientSecret, reservedUntil }).toEqual({
      clientSecret: 'pi_1_secret',
      reservedUntil: minutesLater(10).toISOString(),
    });
    expect(await reservationsOf()).toEqual(['ann']);
    stripe.pay(paymentIntentId);
    expect(await finish(paymentIntentId)).toMatchObject({ booked: { bookingId }, creditsRemaining: 4 });
    expect(await seatsOf()).toEqual(['ann']);
    expect(await reservationsOf()).toEqual([]);
    expect(await passesOf('ann')).toBe(4);
    expect(verify()).toEqual([]);
  });

  it('repeats the same reservation and payment for the same class', async () => {
    const { checkout, count } = await openShop();
    const first = await checkout('ann');
    const again = await checkout('ann', { at: minutesLater(5), openPaymentId: first.paymentIntentId });
    expect(again).toMatchObject({
      paymentIntentId: first.paymentIntentId,
      bookingId: first.bookingId,
      reservedUntil: first.reservedUntil,
    });
    expect([count('SeatReserved'), count('PaymentStarted'), count('CheckoutStarted')]).toEqual([1, 1, 1]);
  });

  it('answers a repeated request with the same payment', async () => {
    const { checkout, count } = await openShop();
    const both = await Promise.all([
      checkout('ann', { requestKey: 'same' }),
      checkout('ann', { requestKey: 'same' }),
    ]);
    expect(new Set(both.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(1);
    expect([count('SeatReserved'), count('PaymentStarted')]).toEqual([1, 1]);
  });

  it('does not take the payment of another class, or one without a class', async () => {
    const { buy, checkout } = await openShop();
    const plain = await buy('ann');
    const first = await checkout('ann', { openPaymentId: plain });
    expect(first.paymentIntentId).not.toBe(plain);
    const second = await checkout('ann', { classId: 2, openPaymentId: first.paymentIntentId });
    expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
  });

  it('frees the seat in another class immediately', async () => {
    const { checkout, reservationsOf, verify } = await openShop();
    await checkout('ann');
    await checkout('ann', { classId: 2 });
    expect([await reservationsOf(1), await reservationsOf(2)]).toEqual([[], ['ann']]);
    expect(verify(now)).toEqual([]);
  });

  it('keeps one seat when two checkouts of a member run at the same time', async () => {
    const { checkout, reservationsOf } = await openShop();
    const held = holdAtAppend(1);
    const first = checkout('ann', { hooks: held });
    await held.reached;
    await checkout('ann', { classId: 2 });
    held.open();
    await expect(first).rejects.toMatchObject({ code: 'CONFLICT' });
    expect([await reservationsOf(1), await reservationsOf(2)]).toEqual([[], ['ann']]);
  });

  it('keeps no more seats than the class has, for any number of rivals', async () => {
    const { checkout, studio, start, givePasses, reservationsOf, seatsOf, verify } = await openShop();
    await givePasses('bea');
    const rivals = await Promise.allSettled([
      ...Array.from({ length: 8 }, (_, n) => checkout(`rival-${n}`)),
      bookClass(start(), { classId: 1, memberId: 'bea', source: 'member' }, studio.context()),
    ]);
    const won = rivals.filter(({ status }) => status === 'fulfilled').length;
    expect(won).toBe(2);
    expect((await reservationsOf()).length + (await seatsOf()).length).toBe(2);
    for (const rival of rivals)
      if (rival.status === 'rejected') expect(rival.reason).toMatchObject({ code: 'CLASS_FULL' });
    expect(verify(now)).toEqual([]);
  });

  it('appends nothing when it is refused', async () => {
    const { studio, start, givePasses, checkout } = await openShop();
    const length = studio.log.events.length;
    await expect(checkout('ann', { classId: 9 })).rejects.toMatchObject({ code: 'CLASS_NOT_FOUND' });
    await expect(checkout('ann', { expectedPricePence: 1 })).rejects.toMatchObject({ code: 'CHANGED_SINCE' });
    await studio.schedule(3, { date: '2026-06-30' });
    await expect(checkout('ann', { classId: 3 })).rejects.toMatchObject({ code: 'OUTSIDE_BOOKING_WINDOW' });
    await givePasses('ann');
    await bookClass(start(), { classId: 1, memberId: 'ann', source: 'member' }, studio.context());
    await expect(checkout('ann')).rejects.toMatchObject({ code: 'ALREADY_BOOKED' });
    await studio.schedule(4, { time: '10:00' });
    await expect(checkout('ann', { classId: 4 })).rejects.toMatchObject({ code: 'OVERLAPS_BOOKING' });
    await expect(checkout('ann', { classId: 4, allowOverlap: true })).resolves.toBeDefined();
    expect(studio.log.events.slice(length).filter(({ type }) => type === 'SeatReserved')).toHaveLength(1);
  });

  it('refuses a pass that lapses before the class', async () => {
    const { studio, start } = await shop({ validity: { unit: 'weeks', count: 1 } });
    await start().deciders.handle(rulebookDecider, RULEBOOK, studio.context(), (state) =>
      changeRules(state, { settings: [{ key: 'booking_window_days', value: '14' }], now }),
    );
    await studio.schedule(1, { date: '2026-05-22' });
    const request = { memberId: 'ann', classId: 1, passId: 5, requestKey: 'k', openPaymentId: null };
    await expect(startCheckout(start(), request, studio.context())).rejects.toMatchObject({
      code: 'PASS_ENDS_BEFORE_CLASS',
    });
  });
});

describe('a purchase for a class', () => {
  it('is paid after its seat lapsed: books a free place', async () => {
    const { stripe, checkout, finish, passTime, seatsOf, verify } = await openShop();
    const { paymentIntentId, bookingId } = await checkout('ann');
    await passTime(minutesLater(11));
    stripe.pay(paymentIntentId);
    expect(await finish(paymentIntentId, minutesLater(12))).toMatchObject({ booked: { bookingId } });
    expect(await seatsOf()).toEqual(['ann']);
    expect(verify()).toEqual([]);
  });

  it('is paid after its seat lapsed and was taken: keeps the passes, and gives the reason', async () => {
    const { studio, start, stripe, givePasses, checkout, finish, seatsOf, passesOf, verify } =
      await openShop(1);
    const { paymentIntentId } = await checkout('ann');
    await givePasses('bea');
    const later = minutesLater(11);
    await bookClass(start(), { classId: 1, memberId: 'bea', source: 'member' }, studio.context(later));
    stripe.pay(paymentIntentId);
    const notBooked = { booked: { notBooked: 'CLASS_FULL' }, creditsRemaining: 5 };
    expect(await finish(paymentIntentId, later)).toMatchObject(notBooked);
    expect(await finish(paymentIntentId, minutesLater(12))).toMatchObject(notBooked);
    expect([await seatsOf(), await passesOf('ann')]).toEqual([['bea'], 5]);
    expect(verify()).toEqual([]);
  });

  it('gives a lapsed seat to the first waiting member, before a later booking', async () => {
    const { studio, start, stripe, givePasses, checkout, finish, passTime, seatsOf } = await openShop(1);
    const { paymentIntentId } = await checkout('ann');
    await givePasses('bea');
    await joinWaitlist(
      { ...start(), nextWaitlistId: () => Promise.resolve(1) },
      { classId: 1, memberId: 'bea' },
      studio.context(),
    );
    await expect(checkout('cleo')).rejects.toMatchObject({ code: 'CLASS_HAS_LINE' });
    await passTime(minutesLater(11));
    expect(await seatsOf()).toEqual(['bea']);
    stripe.pay(paymentIntentId);
    expect(await finish(paymentIntentId, minutesLater(12))).toMatchObject({
      booked: { notBooked: 'CLASS_FULL' },
    });
  });

  it('of a class that was moved or cancelled leaves the passes', async () => {
    const { studio, start, stripe, checkout, finish, reservationsOf, passesOf, verify } = await openShop();
    const { paymentIntentId } = await checkout('ann');
    await cancelClass(start(), { classId: 1 }, studio.context());
    expect(await reservationsOf()).toEqual([]);
    stripe.pay(paymentIntentId);
    expect(await finish(paymentIntentId)).toMatchObject({ booked: { notBooked: 'CLASS_CANCELLED' } });
    expect(await passesOf('ann')).toBe(5);
    expect(verify()).toEqual([]);
  });

  it('books nothing again that the member has cancelled since', async () => {
    const { studio, start, stripe, checkout, finish, seatsOf, passesOf } = await openShop();
    const { paymentIntentId, bookingId } = await checkout('ann');
    stripe.pay(paymentIntentId);
    await finish(paymentIntentId);
    await cancelBooking(start(), { bookingId, classId: 1, memberId: 'ann' }, studio.context());
    expect(await finish(paymentIntentId)).toMatchObject({ booked: { bookingId } });
    expect([await seatsOf(), await passesOf('ann')]).toEqual([[], 5]);
  });

  it('that is paid twice makes one booking and keeps both passes', async () => {
    const { stripe, checkout, finish, seatsOf, passesOf, verify } = await openShop();
    const first = await checkout('ann');
    const second = await checkout('ann');
    expect(second.bookingId).toBe(first.bookingId);
    for (const { paymentIntentId } of [first, second]) stripe.pay(paymentIntentId);
    await Promise.all([first, second, first].map(({ paymentIntentId }) => finish(paymentIntentId)));
    expect([await seatsOf(), await passesOf('ann')]).toEqual([['ann'], 9]);
    expect(verify()).toEqual([]);
  });

  it('that is never paid reserves nothing', async () => {
    const { studio, start, checkout, passTime, reservationsOf, count, verify } = await openShop();
    const { paymentIntentId } = await checkout('ann');
    await passTime(minutesLater(11));
    await abandonPayment(start(), { paymentIntentId }, studio.context(minutesLater(60 * 24)));
    expect(await reservationsOf()).toEqual([]);
    expect([count('ReservationLapsed'), count('PurchaseBooked'), count('LotGranted')]).toEqual([1, 0, 0]);
    expect(verify(minutesLater(60 * 25))).toEqual([]);
  });
});

describe('crashed', () => {
  const crashes = (appends: number) =>
    Array.from({ length: appends }, (_, at) => [
      { at, when: 'before' as const },
      { at, when: 'after' as const },
    ]).flat();

  it.each(crashes(3))('$when append $at of a checkout, the next press goes on', async ({ at, when }) => {
    const { stripe, checkout, finish, seatsOf, verify, count } = await openShop();
    const hooks = crashAtAppend(at, when);
    await expect(checkout('ann', { hooks, requestKey: 'same' })).rejects.toThrow(Crashed);
    const { paymentIntentId } = await checkout('ann', { requestKey: 'same' });
    stripe.pay(paymentIntentId);
    await finish(paymentIntentId);
    expect(await seatsOf()).toEqual(['ann']);
    expect([count('PaymentStarted'), count('LotGranted')]).toEqual([1, 1]);
    expect(verify()).toEqual([]);
  });

  it.each(crashes(6))('$when append $at of its completion, the sweep goes on', async ({ at, when }) => {
    const { stripe, start, checkout, finish, seatsOf, passesOf, verify } = await openShop();
    const { paymentIntentId, bookingId } = await checkout('ann');
    stripe.pay(paymentIntentId);
    await expect(finish(paymentIntentId, now, crashAtAppend(at, when))).rejects.toThrow(Crashed);
    await finish(paymentIntentId);
    expect([await seatsOf(), await passesOf('ann')]).toEqual([['ann'], 4]);
    const { state } = await start().deciders.load(paymentDecider, paymentIntentId);
    expect(state.payment?.booked).toEqual({ bookingId });
    expect(verify()).toEqual([]);
  });

  it('the verifier names a seat that stays reserved for ever', async () => {
    const { checkout, verify } = await openShop();
    await checkout('ann');
    expect(verify(minutesLater(20))).toEqual([]);
    expect(verify(minutesLater(60))).toEqual(['RESERVATION_NOT_ENDED']);
  });
});
