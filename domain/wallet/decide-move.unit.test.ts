import { describe, expect, it } from 'vitest';
import {
  at,
  lotGranted,
  memberId,
  now,
  passHeld,
  passMove,
  passSpent,
} from '../testing/histories.fixture.ts';
import { movePass, type PassMoveTo } from './decide-move.ts';
import { spendPass, unholdPass } from './decide-passes.ts';
import { walletDecider } from './decider.ts';
import type { WalletEvent } from './events.ts';
import { findActiveBooking } from './state.ts';

const given = (...events: WalletEvent[]) => events.reduce(walletDecider.evolve, walletDecider.initial);
const to: PassMoveTo = {
  memberId,
  bookingId: 1,
  toBookingId: 2,
  toClassId: 9,
  classStartsAt: '2026-05-17T08:30:00.000Z',
  source: 'member',
  now,
};
const returned: WalletEvent = { type: 'PassReturned', data: { ...passMove(1), from: 'used' } };
const forfeited: WalletEvent = { type: 'PassForfeited', data: { ...passMove(1), from: 'used' } };
const booked = [lotGranted(), passHeld(1), passSpent(1)];
const settlement = { memberId, bookingId: 2, now };

describe('movePass', () => {
  it.each([
    ['used', 'used', []],
    ['returned', 'available', [returned]],
    ['forfeited', 'forfeited', [forfeited]],
  ] as const)(
    'takes one that is %s to the new booking, and back when there is no seat',
    (status, from, then) => {
      const before = given(...booked, ...then);
      const [moved] = movePass(before, to);
      expect(moved).toEqual({
        type: 'PassMoved',
        data: {
          ...passMove(1),
          from,
          toBookingId: 2,
          toClassId: 9,
          classStartsAt: to.classStartsAt,
          source: 'member',
          at,
        },
      });
      const onTheWay = given(...booked, ...then, ...movePass(before, to));
      expect(onTheWay.lots.get('lot-a')).toMatchObject({ held: 1 });
      const used = spendPass(onTheWay, settlement).reduce(walletDecider.evolve, onTheWay);
      expect(used.lots.get('lot-a')).toMatchObject({ held: 0, used: 1, forfeited: 0, available: 4 });
      expect(findActiveBooking(used, 7)).toBeUndefined();
      expect(findActiveBooking(used, 9)?.bookingId).toBe(2);
      const back = unholdPass(onTheWay, settlement);
      expect(back).toEqual([{ type: 'PassMovedBack', data: { ...passMove(1), to: from, fromBookingId: 2 } }]);
      const after = back.reduce(walletDecider.evolve, onTheWay);
      expect(after.passes.get(1)).toEqual(before.passes.get(1));
      expect(after.passes.get(1)?.status).toBe(status);
      expect(after.lots).toEqual(before.lots);
      expect(after.activeByClass).toEqual(before.activeByClass);
    },
  );

  it('moves it once', () => {
    const state = given(...booked, ...movePass(given(...booked), to));
    expect(movePass(state, { ...to, toBookingId: 3 })).toEqual([]);
  });

  it('refuses an expiring, revoked or held pass, and a class that is booked already', () => {
    const refusal = (events: WalletEvent[], changes: Partial<PassMoveTo> = {}) => {
      try {
        movePass(given(...events), { ...to, ...changes });
      } catch (error) {
        return error;
      }
      return undefined;
    };
    expect(refusal(booked, { classStartsAt: '2026-07-13T08:30:00.000Z' })).toMatchObject({ code: 'NO_PASS' });
    expect(refusal([lotGranted()], {})).toMatchObject({ code: 'BOOKING_NOT_FOUND' });
    expect(refusal([lotGranted(), passHeld(1)])).toMatchObject({ code: 'CONFLICT' });
    expect(refusal([...booked, passHeld(3, 'lot-a', 9)])).toMatchObject({ code: 'ALREADY_BOOKED' });
    const revoked: WalletEvent = {
      type: 'LotRevoked',
      data: { memberId, lotId: 'lot-a', passes: 5, demanded: 5, reason: 'refund', at },
    };
    expect(refusal([...booked, returned, revoked])).toMatchObject({ code: 'NO_PASS' });
  });
});
