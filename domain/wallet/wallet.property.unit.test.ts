import { millisecondsInDay } from 'date-fns/constants';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { defaultRules } from '../rules/rules.ts';
import { expireLots, grantLot, revokeLot } from './decide-lots.ts';
import { movePass } from './decide-move.ts';
import {
  forfeitPass,
  holdPass,
  returnPass,
  returnRefilledPass,
  spendPass,
  unholdPass,
} from './decide-passes.ts';
import { takeBack } from './decide-take-back.ts';
import { walletDecider } from './decider.ts';
import type { WalletEvent } from './events.ts';
import { type BookingPass, findPassUnderMove, type WalletState } from './state.ts';

const memberId = 'm';
const START = Date.parse('2026-03-20T10:00:00.000Z');
const onDay = (day: number) => new Date(START + day * millisecondsInDay);

type Decide = (state: WalletState, now: Date) => WalletEvent[];

const lotIds = fc.integer({ min: 0, max: 4 }).map((n) => `lot-${n}`);
const bookingIds = fc.integer({ min: 1, max: 8 });
const days = fc.integer({ min: 0, max: 40 });

const decisions: fc.Arbitrary<Decide> = fc.oneof(
  fc
    .record({
      lotId: lotIds,
      passes: fc.integer({ min: 1, max: 4 }),
      kind: fc.constantFrom('purchase', 'membership', 'adjustment'),
      offer: fc.constantFrom(null, null, 'sign_up', 'special'),
      lastDay: days,
    })
    .map(
      ({ lastDay, ...lot }): Decide =>
        (state, now) =>
          grantLot(state, {
            memberId,
            passName: 'P',
            pricePence: 1_000,
            passId: null,
            paymentIntentId: null,
            expiresAt: onDay(lastDay).toISOString(),
            ...lot,
            now,
          }),
    ),
  fc.tuple(bookingIds, days).map(
    ([bookingId, day]): Decide =>
      (state, now) =>
        holdPass(state, {
          memberId,
          bookingId,
          classId: bookingId % 3,
          classStartsAt: onDay(day).toISOString(),
          source: 'member',
          now,
        }),
  ),
  bookingIds.map(
    (bookingId): Decide =>
      (state, now) =>
        spendPass(state, { memberId, bookingId, now }),
  ),
  bookingIds.map(
    (bookingId): Decide =>
      (state, now) =>
        unholdPass(state, { memberId, bookingId, now }),
  ),
  bookingIds.map(
    (bookingId): Decide =>
      (state, now) =>
        forfeitPass(state, { memberId, bookingId, now }),
  ),
  fc.tuple(bookingIds, fc.boolean()).map(
    ([bookingId, extend]): Decide =>
      (state, now) =>
        returnPass(state, { memberId, bookingId, extend, now }, defaultRules),
  ),
  bookingIds.map(
    (bookingId): Decide =>
      (state, now) =>
        returnRefilledPass(state, { memberId, bookingId, refilledBy: 99, now }, defaultRules),
  ),
  fc.tuple(bookingIds, bookingIds, days).map(
    ([bookingId, toBookingId, day]): Decide =>
      (state, now) =>
        state.passes.has(toBookingId)
          ? []
          : movePass(state, {
              memberId,
              bookingId,
              toBookingId,
              toClassId: toBookingId % 3,
              classStartsAt: onDay(day).toISOString(),
              source: 'member',
              now,
            }),
  ),
  fc.constant<Decide>((state, now) => expireLots(state, { memberId, now })),
  fc.tuple(lotIds, fc.integer({ min: 1, max: 5 })).map(
    ([lotId, passes]): Decide =>
      (state, now) =>
        revokeLot(state, { memberId, lotId, passes, reason: 'staff', now }),
  ),
  fc.tuple(lotIds, fc.integer({ min: 0, max: 5 }), fc.constantFrom('refund', 'dispute')).map(
    ([lotId, demanded, cause]): Decide =>
      (state, now) =>
        takeBack(state, { memberId, lotId, demanded, cause, now }, defaultRules),
  ),
);

/** A class whose pass is being moved stays booked until the pass is used in the other class. */
const isLeaving = (state: WalletState, pass: BookingPass) => {
  const next = findPassUnderMove(state, pass);
  return next?.movedFrom?.place === 'used';
};

/** Decisions, each after a number of days. */
const histories = fc.array(fc.tuple(decisions, fc.integer({ min: 0, max: 3 })), { maxLength: 60 });

function replay(
  history: readonly [Decide, number][],
  each: (before: WalletState, event: WalletEvent, after: WalletState) => void,
) {
  let state = walletDecider.initial;
  let day = 0;
  for (const [decide, passing] of history) {
    day += passing;
    let events: WalletEvent[] = [];
    try {
      events = decide(state, onDay(day));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    for (const event of events) {
      const after = walletDecider.evolve(state, event);
      each(state, event, after);
      state = after;
    }
  }
  return state;
}

describe('a wallet over random histories', () => {
  it('has exactly one status for every pass after every event', () => {
    fc.assert(
      fc.property(histories, (history) => {
        replay(history, (_before, _event, after) => {
          for (const lot of after.lots.values()) {
            const places = [lot.available, lot.held, lot.used, lot.forfeited, lot.expired, lot.revoked];
            expect(places.reduce((sum, passes) => sum + passes, 0)).toBe(lot.granted);
            expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
            for (const status of ['held', 'used', 'forfeited'] as const) {
              const passes = [...after.passes.values()];
              expect(
                passes.filter((pass) => pass.lotId === lot.lotId && pass.status === status),
              ).toHaveLength(lot[status]);
            }
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  it('has no usable pass in a lot with an open demand, and revokes no more than demanded', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const last = replay(history, () => {});
        for (const lot of last.lots.values()) {
          expect(lot.recalled).toBeLessThanOrEqual(lot.demanded);
          expect(lot.recalled).toBeGreaterThanOrEqual(0);
          expect(lot.recalled).toBeLessThanOrEqual(lot.revoked);
          if (lot.demanded > lot.recalled) expect(lot.available).toBe(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('returns a pass to the lot it came from', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const lotOfBooking = new Map<number, string>();
        replay(history, (before, event, after) => {
          if (event.type === 'PassHeld') lotOfBooking.set(event.data.bookingId, event.data.lotId);
          if (event.type === 'PassMoved') lotOfBooking.set(event.data.toBookingId, event.data.lotId);
          if (event.type !== 'PassReturned') return;
          const { lotId, bookingId } = event.data;
          expect(lotId).toBe(lotOfBooking.get(bookingId));
          expect(after.lots.get(lotId)?.available).toBe((before.lots.get(lotId)?.available ?? 0) + 1);
        });
      }),
    );
  });

  it('never holds two passes for one class, nor uses a lot that lapses before it', () => {
    fc.assert(
      fc.property(histories, (history) => {
        replay(history, (before, event, after) => {
          const active = [...after.passes.values()].filter(
            (pass) => pass.status === 'held' || pass.status === 'used' || isLeaving(after, pass),
          );
          expect(new Set(active.map(({ classId }) => classId)).size).toBe(active.length);
          expect(after.activeByClass.size).toBe(active.length);
          if (event.type !== 'PassHeld' && event.type !== 'PassMoved') return;
          const lot = before.lots.get(event.data.lotId);
          expect(Date.parse(lot?.expiresAt ?? '')).toBeGreaterThanOrEqual(
            Date.parse(event.data.classStartsAt),
          );
          expect(Date.parse(lot?.expiresAt ?? '')).toBeGreaterThanOrEqual(Date.parse(event.data.at));
        });
      }),
    );
  });
});
