import { describe, expect, it } from 'vitest';
import { endOfLondonDay } from '../london-time.ts';
import { defaultRules } from '../rules/rules.ts';
import { given } from '../testing/given.fixture.ts';
import { at, lotGranted, memberId, now, passHeld } from '../testing/histories.fixture.ts';
import { givePasses, type PassAdjustment, takePasses } from './decide-adjustment.ts';
import { walletDecider } from './decider.ts';
import type { WalletEvent } from './events.ts';
import { computeUnusedValue } from './pass-value.ts';

const request: PassAdjustment = { memberId, key: 'click-1', passes: 2, reason: 'Paid in cash', now };
const adjustment = { key: request.key, reason: request.reason };
const given2 = lotGranted({
  lotId: `adjustment-${memberId}-click-1`,
  kind: 'adjustment',
  passName: 'Studio Pass',
  passes: 2,
  pricePence: 0,
  expiresAt: endOfLondonDay('2026-08-12').toISOString(),
  passId: null,
  paymentIntentId: null,
  adjustment,
});
const taken = (lotId: string, passes: number): WalletEvent => ({
  type: 'LotRevoked',
  data: { memberId, lotId, passes, demanded: 0, reason: 'staff', adjustment, at },
});
const lot = (lotId: string, passes: number, lastDay: string, kind: 'purchase' | 'adjustment' = 'purchase') =>
  lotGranted({ lotId, passes, kind, expiresAt: endOfLondonDay(lastDay).toISOString() });

describe('givePasses', () => {
  it('grants a free lot of three months with the reason', () => {
    const state = given(walletDecider)
      .when((wallet) => givePasses(wallet, request, defaultRules))
      .gives(given2);
    expect([...state.adjustments]).toEqual(['click-1']);
  });

  it('grants once per click', () => {
    given(walletDecider, given2)
      .when((wallet) => givePasses(wallet, { ...request, passes: 5 }, defaultRules))
      .gives();
    const again = givePasses(
      given(walletDecider, given2).state,
      { ...request, key: 'click-2' },
      defaultRules,
    );
    expect(again).toHaveLength(1);
  });
});

describe('takePasses', () => {
  it('revokes passes from staff first, then those that expire first', () => {
    const history = [
      lot('late', 3, '2026-09-01'),
      lot('soon', 1, '2026-06-01'),
      lot('free', 1, '2026-12-01', 'adjustment'),
    ];
    const state = given(walletDecider, ...history)
      .when((wallet) => takePasses(wallet, { ...request, passes: 4 }))
      .gives(taken('free', 1), taken('soon', 1), taken('late', 2));
    expect(state.lots.get('late')).toMatchObject({ available: 1, revoked: 2 });
    given(walletDecider, ...history, taken('free', 1))
      .when((wallet) => takePasses(wallet, request))
      .gives();
  });

  it('revokes all requested passes or none, without held and lapsed ones', () => {
    const history = [lot('old', 5, '2026-05-11'), lot('lot-a', 2, '2026-06-01'), passHeld(1)];
    given(walletDecider, ...history)
      .when((wallet) => takePasses(wallet, request))
      .refuses('NOT_ENOUGH_PASSES', { available: 1, asked: 2 });
    given(walletDecider, ...history)
      .when((wallet) => takePasses(wallet, { ...request, passes: 1 }))
      .gives(taken('lot-a', 1));
  });
});

it('values unused passes at their price, with the remainder on the last', () => {
  const five = { granted: 3, pricePence: 5_000 };
  expect([0, 1, 3].map((passes) => computeUnusedValue(five, passes))).toEqual([0, 1_668, 5_000]);
  expect(computeUnusedValue({ granted: 12, pricePence: 18_000 }, 2)).toBe(3_000);
  expect(computeUnusedValue({ ...five, pricePence: 0 }, 2)).toBe(0);
});
