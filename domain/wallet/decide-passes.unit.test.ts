import { describe, expect, it } from 'vitest';
import { endOfLondonDay } from '../london-time.ts';
import { defaultRules } from '../rules/rules.ts';
import { given } from '../testing/given.fixture.ts';
import {
  at,
  classStartsAt,
  lotGranted,
  memberId,
  now,
  passHeld,
  passMove,
  passSpent,
} from '../testing/histories.fixture.ts';
import {
  chooseLot,
  forfeitPass,
  holdPass,
  type PassHold,
  returnPass,
  spendPass,
  unholdPass,
} from './decide-passes.ts';
import { walletDecider } from './decider.ts';
import type { WalletEvent } from './events.ts';
import { findActiveBooking } from './state.ts';

const hold: PassHold = { memberId, bookingId: 1, classId: 7, classStartsAt, source: 'member', now };
const settlement = { memberId, bookingId: 1, now };
const endOf = (day: string) => endOfLondonDay(day).toISOString();
const lot = (lotId: string, lastDay: string, passes = 1) =>
  lotGranted({ lotId, passes, expiresAt: endOf(lastDay) });
const returned = (from: 'held' | 'used', lotId = 'lot-a'): WalletEvent => ({
  type: 'PassReturned',
  data: { ...passMove(1, lotId), from },
});
const forfeited = (from: 'held' | 'used'): WalletEvent => ({
  type: 'PassForfeited',
  data: { ...passMove(1), from },
});
const extended = (lastDay: string): WalletEvent => ({
  type: 'LotExtended',
  data: { memberId, lotId: 'lot-a', expiresAt: endOf(lastDay), rulesVersion: 0, at },
});

describe('holdPass', () => {
  const whenHeld = (changes: Partial<PassHold>, ...history: WalletEvent[]) =>
    given(walletDecider, ...history).when((state) => holdPass(state, { ...hold, ...changes }));

  it('holds one pass', () => {
    const state = whenHeld({}, lotGranted()).gives(passHeld(1));
    expect(state.lots.get('lot-a')).toMatchObject({ available: 4, held: 1 });
    expect(findActiveBooking(state, 7)?.bookingId).toBe(1);
  });

  it('appends nothing for a booking that has or had its pass, nor for a class with a booking of the member', () => {
    whenHeld({}, lotGranted(), passHeld(1)).gives();
    whenHeld({}, lotGranted(), passHeld(1), returned('held')).gives();
    whenHeld({ bookingId: 2 }, lotGranted(), passHeld(1)).gives();
    whenHeld({ bookingId: 2 }, lotGranted(), passHeld(1), passSpent(1)).gives();
  });

  it('holds another pass for the same class once the first is returned or forfeited', () => {
    whenHeld({ bookingId: 2 }, lotGranted(), passHeld(1), returned('held')).gives(passHeld(2));
    whenHeld({ bookingId: 2 }, lotGranted(), passHeld(1), passSpent(1), forfeited('used')).gives(passHeld(2));
  });

  it.each([
    ['the soonest to lapse', [lot('late', '2026-07-01'), lot('soon', '2026-06-01')], 'soon'],
    ['the oldest of equals', [lot('old', '2026-06-01'), lot('new', '2026-06-01')], 'old'],
    ['one that lasts to the class', [lot('short', '2026-05-15'), lot('long', '2026-06-01')], 'long'],
    [
      'one that lapses at the end of the class day',
      [lot('long', '2026-06-01'), lot('day', '2026-05-16')],
      'day',
    ],
    ['one with a pass left', [lot('empty', '2026-05-20', 0), lot('full', '2026-06-01')], 'full'],
    ['one that has not lapsed', [lot('lapsed', '2026-05-11'), lot('good', '2026-06-01')], 'good'],
  ])('chooses %s', (_what, history, lotId) => {
    expect(chooseLot(given(walletDecider, ...history).state, classStartsAt, now).lotId).toBe(lotId);
  });

  it('refuses without a pass, and reports one that lapses before the class', () => {
    whenHeld({}).refuses('NO_PASS', { hasExpiringBefore: false });
    whenHeld({}, lotGranted({ passes: 1 }), passHeld(9, 'lot-a', 8)).refuses('NO_PASS', {
      hasExpiringBefore: false,
    });
    whenHeld({}, lot('lapsed', '2026-05-11')).refuses('NO_PASS', { hasExpiringBefore: false });
    whenHeld({}, lot('short', '2026-05-15')).refuses('NO_PASS', {
      hasExpiringBefore: true,
      expiresAt: '2026-05-15T22:59:59.999Z',
    });
  });
});

describe('settling', () => {
  it.each([
    ['held', [passHeld(1)], [{ type: 'PassSpent', data: passMove(1) }]],
    ['spent', [passHeld(1), passSpent(1)], []],
    ['returned', [passHeld(1), returned('held')], []],
    ['unknown', [], []],
  ] satisfies [string, WalletEvent[], WalletEvent[]][])(
    'spends a pass that is %s',
    (_what, history, events) => {
      given(walletDecider, lotGranted(), ...history)
        .when((state) => spendPass(state, settlement))
        .gives(...events);
    },
  );

  it.each([
    ['held', [passHeld(1)], [returned('held')]],
    ['spent', [passHeld(1), passSpent(1)], []],
    ['returned', [passHeld(1), returned('held')], []],
  ] satisfies [string, WalletEvent[], WalletEvent[]][])(
    'gives back a hold that is %s',
    (_what, history, events) => {
      given(walletDecider, lotGranted(), ...history)
        .when((state) => unholdPass(state, settlement))
        .gives(...events);
    },
  );

  it.each([
    ['held', [passHeld(1)], [forfeited('held')]],
    ['spent', [passHeld(1), passSpent(1)], [forfeited('used')]],
    ['forfeited', [passHeld(1), forfeited('held')], []],
    ['returned', [passHeld(1), returned('held')], []],
  ] satisfies [string, WalletEvent[], WalletEvent[]][])(
    'forfeits a pass that is %s',
    (_what, history, events) => {
      given(walletDecider, lotGranted(), ...history)
        .when((state) => forfeitPass(state, settlement))
        .gives(...events);
    },
  );
});

describe('returnPass', () => {
  const whenReturned = (extend: boolean, ...history: WalletEvent[]) =>
    given(walletDecider, ...history).when((state) =>
      returnPass(state, { ...settlement, extend }, defaultRules),
    );

  it('returns a pass to its own lot, whatever other lots there are', () => {
    const state = whenReturned(
      false,
      lot('soon', '2026-05-20'),
      lot('lot-a', '2026-06-01'),
      passHeld(1),
      passSpent(1),
    ).gives(returned('used'));
    expect(state.lots.get('lot-a')).toMatchObject({ available: 1, used: 0 });
    expect(state.lots.get('soon')).toMatchObject({ available: 1 });
  });

  it('appends nothing the second time', () => {
    whenReturned(true, lotGranted(), passHeld(1), returned('held')).gives();
    whenReturned(true, lotGranted()).gives();
  });

  it('does not extend the lot when the member is the cause', () => {
    whenReturned(false, lot('lot-a', '2026-05-13'), passHeld(1), passSpent(1)).gives(returned('used'));
  });

  it.each([
    ['2026-05-11', true, 'lapsed yesterday'],
    ['2026-05-12', true, 'lapses today'],
    ['2026-05-18', true, 'lapses in 6 days'],
    ['2026-05-19', false, 'lapses in 7 days'],
    ['2026-06-01', false, 'lapses later'],
  ])('by the studio extends a lot of %s: %s (%s)', (lastDay, extends_) => {
    const events = extends_ ? [returned('used'), extended('2026-05-19')] : [returned('used')];
    whenReturned(true, lot('lot-a', lastDay), passHeld(1), passSpent(1)).gives(...events);
  });

  it('does not restore what had lapsed of the lot', () => {
    const state = whenReturned(true, lot('lot-a', '2026-05-11', 4), passHeld(1), passSpent(1)).gives(
      { type: 'LotExpired', data: { memberId, lotId: 'lot-a', passes: 3, at } },
      returned('used'),
      extended('2026-05-19'),
    );
    expect(state.lots.get('lot-a')).toMatchObject({ available: 1, expired: 3 });
  });
});
