import { describe, expect, it } from 'vitest';
import { endOfLondonDay } from '../london-time.ts';
import { given } from '../testing/given.fixture.ts';
import { at, granted, held, memberId, now } from '../testing/histories.fixture.ts';
import { givePasses, type PassAdjustment, takePasses } from './decide-adjustment.ts';
import { walletDecider } from './decider.ts';
import type { WalletEvent } from './events.ts';
import { computeUnusedValue } from './pass-value.ts';

const asked: PassAdjustment = { memberId, key: 'click-1', passes: 2, reason: 'Paid in cash', now };
const adjustment = { key: asked.key, reason: asked.reason };
const given2 = granted({
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
  granted({ lotId, passes, kind, expiresAt: endOfLondonDay(lastDay).toISOString() });

describe('passes given by staff', () => {
  it('are a lot of three months that cost nothing, with the reason', () => {
    const state = given(walletDecider)
      .when((wallet) => givePasses(wallet, asked))
      .gives(given2);
    expect([...state.adjustments]).toEqual(['click-1']);
  });

  it('come once for one click, and again for another', () => {
    given(walletDecider, given2)
      .when((wallet) => givePasses(wallet, { ...asked, passes: 5 }))
      .gives();
    const again = givePasses(given(walletDecider, given2).state, { ...asked, key: 'click-2' });
    expect(again).toHaveLength(1);
  });
});

describe('passes taken by staff', () => {
  it('are those that staff gave first, then those that lapse soonest', () => {
    const history = [
      lot('late', 3, '2026-09-01'),
      lot('soon', 1, '2026-06-01'),
      lot('free', 1, '2026-12-01', 'adjustment'),
    ];
    const state = given(walletDecider, ...history)
      .when((wallet) => takePasses(wallet, { ...asked, passes: 4 }))
      .gives(taken('free', 1), taken('soon', 1), taken('late', 2));
    expect(state.lots.get('late')).toMatchObject({ available: 1, revoked: 2 });
    given(walletDecider, ...history, taken('free', 1))
      .when((wallet) => takePasses(wallet, asked))
      .gives();
  });

  it('are all that was asked, or none: neither held nor lapsed ones count', () => {
    const history = [lot('old', 5, '2026-05-11'), lot('lot-a', 2, '2026-06-01'), held(1)];
    given(walletDecider, ...history)
      .when((wallet) => takePasses(wallet, asked))
      .refuses('NOT_ENOUGH_PASSES', { available: 1, asked: 2 });
    given(walletDecider, ...history)
      .when((wallet) => takePasses(wallet, { ...asked, passes: 1 }))
      .gives(taken('lot-a', 1));
  });
});

it('values unused passes at their price, with the remainder on the last', () => {
  const five = { kind: 'purchase', granted: 3, pricePence: 5_000 } as const;
  expect([0, 1, 3].map((passes) => computeUnusedValue(five, passes))).toEqual([0, 1_668, 5_000]);
  expect(computeUnusedValue({ ...five, kind: 'membership' }, 2)).toBe(3_000);
  expect(computeUnusedValue({ ...five, kind: 'adjustment', pricePence: 0 }, 2)).toBe(0);
});
