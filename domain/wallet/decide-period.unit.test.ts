import { expect, it } from 'vitest';
import { endOfLondonDay } from '../london-time.ts';
import { defaultRules } from '../rules/rules.ts';
import { given } from '../testing/given.fixture.ts';
import { at, lotGranted, memberId, now, passHeld, passSpent } from '../testing/histories.fixture.ts';
import { chooseLot, returnPass } from './decide-passes.ts';
import { startPeriod } from './decide-period.ts';
import { walletDecider } from './decider.ts';
import type { WalletEvent } from './events.ts';
import { countRemainingPasses, hasMembership } from './state.ts';

const terms = { passName: 'Monthly Membership', pricePence: 18_000, paymentIntentId: 'pi_b' };
const expiresAt = endOfLondonDay('2026-06-12').toISOString();
const next = { memberId, lotId: 'lot-b', ...terms, passes: 12, expiresAt };
const lot = { ...next, kind: 'membership', passId: null, offer: null } as const;
const first = lotGranted({ ...lot, lotId: 'lot-a', expiresAt: endOfLondonDay('2026-05-12').toISOString() });
const second: WalletEvent = { type: 'LotGranted', data: { ...lot, at } };
const closed: WalletEvent = {
  type: 'LotClosed',
  data: { memberId, lotId: 'lot-a', expiresAt: '2026-05-12T08:59:59.999Z', at },
};
const expired = (passes: number): WalletEvent => ({
  type: 'LotExpired',
  data: { memberId, lotId: 'lot-a', passes, at },
});
const whenRenewed = (...history: WalletEvent[]) =>
  given(walletDecider, ...history).when((state) => startPeriod(state, { ...next, hasPriority: true, now }));

it('grants the period, once', () => {
  const state = whenRenewed().gives(second);
  expect([countRemainingPasses(state, now), hasMembership(state, now)]).toEqual([12, true]);
  whenRenewed(second).gives();
});

it('ends the period before: its unused passes lapse, purchased ones stay', () => {
  const bought = lotGranted({ lotId: 'lot-c' });
  const state = whenRenewed(first, bought, passHeld(1), passSpent(1)).gives(closed, expired(11), second);
  expect(countRemainingPasses(state, now)).toBe(12 + 5);
  expect(state.lots.get('lot-a')).toMatchObject({ available: 0, used: 1, expired: 11 });
});

it('returns no pass to the new period for a class of the one before', () => {
  const { state } = given(walletDecider, first, passHeld(1), passSpent(1), closed, expired(11), second);
  const later = returnPass(state, { memberId, bookingId: 1, extend: false, now }, defaultRules).reduce(
    walletDecider.evolve,
    state,
  );
  expect(countRemainingPasses(later, now)).toBe(12);
  expect(later.lots.get('lot-a')).toMatchObject({ available: 1 });
});

it('keeps a pass usable for seven days when the studio cancelled its class', () => {
  const { state } = given(walletDecider, first, passHeld(1), passSpent(1), closed, expired(11), second);
  const later = returnPass(state, { memberId, bookingId: 1, extend: true, now }, defaultRules);
  expect(later.map(({ type }) => type)).toEqual(['PassReturned', 'LotExtended']);
  expect(countRemainingPasses(later.reduce(walletDecider.evolve, state), now)).toBe(13);
});

it('keeps the days of a lot that the studio extended', () => {
  const extended: WalletEvent = {
    type: 'LotExtended',
    data: { memberId, lotId: 'lot-a', expiresAt: endOfLondonDay('2026-05-19').toISOString(), at },
  };
  whenRenewed(first, extended).gives(second);
});

it('does not close a longer period when an old one is granted late', () => {
  given(walletDecider, second)
    .when((state) =>
      startPeriod(state, {
        ...next,
        hasPriority: true,
        lotId: 'lot-a',
        expiresAt: endOfLondonDay('2026-05-12').toISOString(),
        now,
      }),
    )
    .gives(first);
});

it('competes with purchased passes by expiry, and pays for no class after its end', () => {
  const soon = lotGranted({ lotId: 'lot-c', expiresAt: endOfLondonDay('2026-05-20').toISOString() });
  const { state } = given(walletDecider, second, soon);
  expect(chooseLot(state, '2026-05-19T09:00:00.000Z', now).lotId).toBe('lot-c');
  expect(chooseLot(state, '2026-05-21T09:00:00.000Z', now).lotId).toBe('lot-b');
  expect(() => chooseLot(state, '2026-06-13T09:00:00.000Z', now)).toThrow('NO_PASS');
});

it('a plan without priority gives no head start', () => {
  const plain: WalletEvent = { type: 'LotGranted', data: { ...lot, priority: false, at } };
  const state = given(walletDecider)
    .when((wallet) => startPeriod(wallet, { ...next, hasPriority: false, now }))
    .gives(plain);
  expect([countRemainingPasses(state, now), hasMembership(state, now)]).toEqual([12, false]);
});
