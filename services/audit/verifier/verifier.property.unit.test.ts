import { millisecondsInDay } from 'date-fns/constants';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordMoneyBack } from '#domain/payment/after-sale.ts';
import { paymentDecider } from '#domain/payment/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { type BookClassDeps, bookClass } from '#services/commands/booking/book-class.ts';
import { cancelBooking } from '#services/commands/booking/cancel-booking.ts';
import { moveBooking } from '#services/commands/booking/move-booking.ts';
import { removeBooking } from '#services/commands/booking/remove-booking.ts';
import { undoCancellation } from '#services/commands/booking/undo-cancellation.ts';
import { takePassesBack } from '#services/commands/payment/take-passes-back.ts';
import { Crashed, crashAtAppend } from '#services/commands/testing/memory-event-store.fixture.ts';
import { Studio } from '#services/commands/testing/studio.fixture.ts';
import { cancelClass } from '#services/commands/timetable/cancel-class.ts';
import { changeClass } from '#services/commands/timetable/change-class.ts';
import { adjustPasses } from '#services/commands/wallet/adjust-passes.ts';
import { expireLots } from '#services/commands/wallet/expire-lots.ts';
import { buyPasses } from '../testing/paid-lots.fixture.ts';
import { places } from './lot-entry.ts';
import { Verifier } from './verifier.ts';

const MEMBERS = ['ann', 'bea', 'cat'] as const;
const late = new Date('2026-05-16T08:00:00.000Z');
const muchLater = new Date('2026-08-01T08:00:00.000Z');
const verifiedAt = new Date('2026-09-01T08:00:00.000Z');

type Action = (deps: BookClassDeps, studio: Studio) => Promise<unknown>;

const findLatestBooking = (studio: Studio, memberId: string) =>
  studio.bookings().findLast((booking) => booking.memberId === memberId);

const members = fc.constantFrom(...MEMBERS);
const classIds = fc.constantFrom(1, 1, 2, 3);
const actions: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(members, classIds, fc.constantFrom('member', 'staff')).map(
      ([memberId, classId, source]): Action =>
        (deps, studio) =>
          bookClass(deps, { classId, memberId, source }, studio.context()),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(members, fc.boolean()).map(
      ([memberId, inTime]): Action =>
        async (deps, studio) => {
          const booking = findLatestBooking(studio, memberId);
          if (booking) await cancelBooking(deps, booking, inTime ? studio.context() : studio.context(late));
        },
    ),
  },
  members.map(
    (memberId): Action =>
      async (deps, studio) => {
        const booking = findLatestBooking(studio, memberId);
        if (booking) await removeBooking(deps, booking, studio.context());
      },
  ),
  fc.tuple(members, classIds).map(
    ([memberId, classId]): Action =>
      async (deps, studio) => {
        const booking = findLatestBooking(studio, memberId);
        if (booking) await moveBooking(deps, { ...booking, toClassId: classId }, studio.context());
      },
  ),
  members.map(
    (memberId): Action =>
      async (deps, studio) => {
        const booking = findLatestBooking(studio, memberId);
        if (booking) await undoCancellation(deps, booking, studio.context());
      },
  ),
  fc.tuple(members, fc.constantFrom(late, muchLater)).map(
    ([memberId, when]): Action =>
      (deps, studio) =>
        expireLots(deps, { memberId }, studio.context(when)),
  ),
  fc.tuple(members, fc.constantFrom('give', 'take'), fc.integer({ min: 1, max: 3 })).map(
    ([memberId, direction, passes]): Action =>
      (deps, studio) => {
        const context = { ...studio.context(), actor: { kind: 'staff', role: 'admin' } as const };
        const change = { memberId, direction, passes, key: context.commandId, reason: 'A test' };
        return adjustPasses(deps, change, context);
      },
  ),
  fc.tuple(members, fc.integer({ min: 0, max: 4_000 })).map(
    ([memberId, refundedPence]): Action =>
      async (deps, studio) => {
        const paymentIntentId = `pi_${memberId}`;
        const context = studio.context();
        await deps.deciders.handle(paymentDecider, paymentIntentId, context, (state) =>
          recordMoneyBack(state, { refundedPence, disputedPence: 0, reason: 'test', now: context.now }),
        );
        await takePassesBack(deps, paymentIntentId, studio.context());
      },
  ),
  classIds.map(
    (classId): Action =>
      (deps, studio) =>
        cancelClass(deps, { classId }, studio.context()),
  ),
  fc.tuple(classIds, fc.constantFrom('09:30', '10:30'), fc.integer({ min: 1, max: 2 })).map(
    ([classId, time, capacity]): Action =>
      (deps, studio) =>
        changeClass(
          deps,
          { classId, level: 'beginner', date: '2026-05-16', time, capacity, instructorId: 1 },
          studio.context(),
        ),
  ),
);

/** Runs the actions one after another; a refusal is ignored, a crash ends the run. */
async function runActions(script: readonly Action[], deps: BookClassDeps, studio: Studio): Promise<void> {
  for (const action of script) {
    try {
      await action(deps, studio);
    } catch (error) {
      if (error instanceof Crashed) return;
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

const crashes = fc.option(fc.record({ at: fc.nat({ max: 20 }), when: fc.constantFrom('before', 'after') }));

it('verifies everything that the deciders append, with and without crashes, with the same counts as the wallets', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(actions, { maxLength: 25 }), crashes, async (script, crash) => {
      const studio = new Studio();
      for (const classId of [1, 2, 3]) await studio.schedule(classId, { capacity: 2 });
      for (const memberId of MEMBERS) await buyPasses(studio, memberId, 4);
      await runActions(script, studio.start(crash ? crashAtAppend(crash.at, crash.when) : undefined), studio);

      // Work that a crash interrupted counts as under way until the sweep has completed it.
      const soon = new Verifier({ now: late, underWayMs: 100 * millisecondsInDay });
      for (const event of studio.log.events) soon.add(event);
      expect(soon.finish().exceptions).toEqual([]);

      await studio.sweep(late);
      for (const memberId of MEMBERS)
        await takePassesBack(studio.start(), `pi_${memberId}`, studio.context());
      const verifier = new Verifier({ now: verifiedAt });
      for (const event of studio.log.events) verifier.add(event);
      const { exceptions, underWay, totals } = verifier.finish();
      expect(exceptions).toEqual([]);
      expect(underWay).toEqual({ bookings: 0, payments: 0, invoices: 0 });

      const wallets = await Promise.all(MEMBERS.map((memberId) => studio.wallet(memberId)));
      const lots = wallets.flatMap((wallet) => [...wallet.lots.values()]);
      for (const place of [...places, 'granted'] as const) {
        expect(totals.passes[place]).toBe(lots.reduce((sum, lot) => sum + lot[place], 0));
      }
    }),
    { numRuns: 300 },
  );
});
