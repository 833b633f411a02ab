import { millisecondsInMinute } from 'date-fns/constants';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getOpenReservations } from '#domain/class/state.ts';
import { Refusal } from '#domain/refusal.ts';
import { Verifier } from '#services/audit/verifier/verifier.ts';
import { bookClass } from '../booking/book-class.ts';
import { cancelBooking } from '../booking/cancel-booking.ts';
import { completePayment } from '../payment/complete-payment.ts';
import { shop } from '../payment/shop.fixture.ts';
import { Crashed, crashAtAppend } from '../testing/memory-event-store.fixture.ts';
import { scheduled } from '../testing/scheduled-hooks.fixture.ts';
import { now } from '../testing/studio.fixture.ts';
import { advanceWaitlist } from '../waitlist/advance-waitlist.ts';
import { joinWaitlist } from '../waitlist/join-waitlist.ts';
import { startCheckout } from './start-checkout.ts';

const MEMBERS = ['ann', 'bea', 'cat'] as const;
const CLASSES = [1, 2] as const;
const capacity = 1;
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * millisecondsInMinute);

type Shop = Awaited<ReturnType<typeof shop>>;
type Process = ReturnType<Shop['start']>;
type Act = (deps: Process, shop: Shop) => Promise<unknown>;
type Step = readonly [string, Act];

const members = fc.constantFrom(...MEMBERS);
const classIds = fc.constantFrom(1, 1, 1, 2);

/** The payments that were begun, the newest last. */
const listPayments = ({ studio }: Shop) =>
  studio.log.events.flatMap((event) => (event.type === 'PaymentStarted' ? [event.data] : []));

let keys = 0;
let waitlistIds = 0;
const nextWaitlistId = () => {
  waitlistIds += 1;
  return Promise.resolve(waitlistIds);
};
const checkout = (deps: Process, { studio }: Shop, memberId: string, classId: number, at: Date) => {
  keys += 1;
  return startCheckout(
    deps,
    { memberId, classId, passId: 5, requestKey: `key-${keys}`, openPaymentId: null, allowOverlap: true },
    studio.context(at),
  );
};
const complete = (deps: Process, { studio }: Shop, paymentIntentId: string, at: Date) =>
  completePayment(deps, { paymentIntentId, memberId: null }, studio.context(at));

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(members, classIds, fc.constantFrom(0, 12))
      .map(
        ([memberId, classId, minutes]): Step => [
          `${memberId} checks out ${classId} after ${minutes} min`,
          (deps, studioShop) => checkout(deps, studioShop, memberId, classId, minutesLater(minutes)),
        ],
      ),
  },
  {
    weight: 5,
    arbitrary: fc.tuple(members, fc.constantFrom(0, 12)).map(
      ([memberId, minutes]): Step => [
        `${memberId} pays and returns after ${minutes} min`,
        async (deps, studioShop) => {
          const payment = listPayments(studioShop).findLast((each) => each.memberId === memberId);
          if (payment === undefined) return;
          studioShop.stripe.pay(payment.paymentIntentId);
          await complete(deps, studioShop, payment.paymentIntentId, minutesLater(minutes));
        },
      ],
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constant<Step>([
      'the webhooks of all paid payments arrive',
      async (deps, studioShop) => {
        for (const { paymentIntentId } of listPayments(studioShop))
          await complete(deps, studioShop, paymentIntentId, now).catch(rethrowUnlessRefused);
      },
    ]),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(members, classIds)
      .map(
        ([memberId, classId]): Step => [
          `${memberId} books ${classId} with a pass`,
          (deps, { studio }) =>
            bookClass(deps, { classId, memberId, source: 'member', allowOverlap: true }, studio.context()),
        ],
      ),
  },
  members.map(
    (memberId): Step => [
      `${memberId} cancels`,
      async (deps, { studio }) => {
        const booking = studio.bookings().findLast((each) => each.memberId === memberId);
        if (booking) await cancelBooking(deps, booking, studio.context());
      },
    ],
  ),
  fc
    .tuple(members, classIds)
    .map(
      ([memberId, classId]): Step => [
        `${memberId} waits for ${classId}`,
        (deps, { studio }) =>
          joinWaitlist({ ...deps, nextWaitlistId }, { classId, memberId }, studio.context()),
      ],
    ),
  {
    weight: 2,
    arbitrary: fc
      .tuple(classIds, fc.constantFrom(0, 12))
      .map(
        ([classId, minutes]): Step => [
          `the waitlist of ${classId} advances after ${minutes} min`,
          (deps, { studio }) => advanceWaitlist(deps, { classId }, studio.context(minutesLater(minutes))),
        ],
      ),
  },
);

function rethrowUnlessRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

/** Runs the steps one after another; a refusal is a result, a crash ends the run. */
async function runScript(script: readonly Step[], deps: Process, studioShop: Shop): Promise<void> {
  for (const [, act] of script) {
    try {
      await act(deps, studioShop);
    } catch (error) {
      if (error instanceof Crashed) return;
      rethrowUnlessRefused(error);
    }
  }
}

/** What the workers do in the hour after: payments that are paid complete, reservations end, bookings and lines advance. */
async function settle(studioShop: Shop): Promise<void> {
  const later = minutesLater(60);
  const deps = studioShop.start();
  for (const { paymentIntentId } of listPayments(studioShop))
    await complete(deps, studioShop, paymentIntentId, later).catch(rethrowUnlessRefused);
  await studioShop.studio.sweep(later);
  for (const classId of CLASSES) await advanceWaitlist(deps, { classId }, studioShop.studio.context(later));
}

const crashes = fc.option(fc.record({ at: fc.nat({ max: 16 }), when: fc.constantFrom('before', 'after') }));

it('grants each payment once, books at most one seat for it and keeps none, however processes interleave and crash', async () => {
  let bookedByPayment = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.array(steps, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 4 }),
      crashes,
      crashes,
      async (scheduler, script, crashOfOne, crashOfTwo) => {
        const studioShop = await shop();
        const { studio, stripe, start, lotOf } = studioShop;
        for (const classId of CLASSES)
          await studio.schedule(classId, { capacity, date: `2026-05-${15 + classId}` });
        const plain = await studioShop.buy('cat');
        stripe.pay(plain);
        await studioShop.complete(plain, 'cat');
        const hooksOf = (crash: typeof crashOfOne) =>
          crash === null
            ? crashAtAppend(Number.POSITIVE_INFINITY, 'before')
            : crashAtAppend(crash.at, crash.when);
        const one = start(scheduled(scheduler, 'one', hooksOf(crashOfOne)));
        const two = start(scheduled(scheduler, 'two', hooksOf(crashOfTwo)));
        await scheduler.waitFor(
          Promise.all(script.map((each, index) => runScript(each, index % 2 === 0 ? one : two, studioShop))),
        );
        await settle(studioShop);
        await studio.expectSettled();
        studio.expectNeverAbove(capacity, CLASSES);

        for (const classId of CLASSES)
          expect(getOpenReservations(await studio.classState(classId), minutesLater(60))).toEqual([]);
        for (const { paymentIntentId, memberId, booking } of listPayments(studioShop)) {
          const { status } = await stripe.payments.readPaymentIntent(paymentIntentId);
          const isPaid = status === 'succeeded';
          expect((await lotOf(paymentIntentId, memberId))?.granted ?? 0).toBe(isPaid ? 5 : 0);
          const ends = studio.log.events.filter(
            ({ type, data }) =>
              (type === 'PurchaseBooked' || type === 'PurchaseNotBooked') &&
              'paymentIntentId' in data &&
              data.paymentIntentId === paymentIntentId,
          );
          expect(ends).toHaveLength(isPaid && booking !== undefined ? 1 : 0);
          bookedByPayment += ends.filter(({ type }) => type === 'PurchaseBooked').length;
        }
        const verifier = new Verifier({ now: minutesLater(60) });
        for (const event of studio.log.events) verifier.add(event);
        expect(verifier.finish().exceptions.map(({ code }) => code)).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
  // The scripts reach what they are about.
  expect(bookedByPayment).toBeGreaterThan(20);
});
