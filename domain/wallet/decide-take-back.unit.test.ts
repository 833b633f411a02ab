import { describe, expect, it } from 'vitest';
import { endOfLondonDay } from '../london-time.ts';
import { defaultRules } from '../rules/rules.ts';
import { given } from '../testing/given.fixture.ts';
import {
  at,
  lotGranted,
  memberId,
  now,
  passHeld,
  passMove,
  passSpent,
} from '../testing/histories.fixture.ts';
import { returnPass, unholdPass } from './decide-passes.ts';
import { takeBack } from './decide-take-back.ts';
import { walletDecider } from './decider.ts';
import type { WalletEvent } from './events.ts';

const lotId = 'lot-a';
const revoked = (passes: number, demanded: number, reason: 'refund' | 'dispute' = 'refund'): WalletEvent => ({
  type: 'LotRevoked',
  data: { memberId, lotId, passes, demanded, reason, at },
});
const restored = (
  passes: number,
  demanded: number,
  reason: 'dispute_won' | 'refund_failed',
): WalletEvent => ({
  type: 'LotRestored',
  data: { memberId, lotId, passes, demanded, reason, at },
});
const returned = (from: 'held' | 'used', bookingId = 1): WalletEvent => ({
  type: 'PassReturned',
  data: { ...passMove(bookingId, lotId), from },
});
const whenAsked = (demanded: number, cause: 'refund' | 'dispute', ...history: WalletEvent[]) =>
  given(walletDecider, ...history).when((state) =>
    takeBack(state, { memberId, lotId, demanded, cause, now }, defaultRules),
  );

describe('a refund', () => {
  it('revokes unused passes', () => {
    const state = whenAsked(5, 'refund', lotGranted()).gives(revoked(5, 5));
    expect(state.lots.get(lotId)).toMatchObject({ available: 0, revoked: 5 });
    whenAsked(2, 'refund', lotGranted()).gives(revoked(2, 2));
    whenAsked(9, 'refund', lotGranted()).gives(revoked(5, 5));
  });

  it('keeps bookings and the wallet at zero or above, and records what is still demanded', () => {
    const state = whenAsked(
      5,
      'refund',
      lotGranted(),
      passHeld(1),
      passSpent(1),
      passHeld(2, lotId, 8),
    ).gives(revoked(3, 5));
    expect(state.lots.get(lotId)).toMatchObject({ available: 0, held: 1, used: 1, revoked: 3, demanded: 5 });
    whenAsked(1, 'refund', lotGranted({ passes: 1 }), passHeld(1)).gives(revoked(0, 1));
  });

  it('appends nothing for a repeated demand, nor for an unknown lot', () => {
    whenAsked(5, 'refund', lotGranted(), revoked(5, 5)).gives();
    whenAsked(5, 'refund', lotGranted(), passHeld(1), revoked(4, 5)).gives();
    whenAsked(0, 'refund', lotGranted()).gives();
    whenAsked(5, 'refund').gives();
  });

  it('of another part revokes that part', () => {
    whenAsked(3, 'refund', lotGranted(), revoked(1, 1)).gives(revoked(2, 3));
  });

  it.each(['held', 'used'] as const)('takes a %s pass when it comes back', (from) => {
    const history = [
      lotGranted({ passes: 1 }),
      passHeld(1),
      ...(from === 'used' ? [passSpent(1)] : []),
      revoked(0, 1),
    ];
    const state = given(walletDecider, ...history)
      .when((wallet) =>
        from === 'held'
          ? unholdPass(wallet, { memberId, bookingId: 1, now })
          : returnPass(wallet, { memberId, bookingId: 1, extend: true, now }, defaultRules),
      )
      .gives(returned(from), revoked(1, 1));
    expect(state.lots.get(lotId)).toMatchObject({ available: 0, used: 0, revoked: 1 });
  });

  it('that failed restores the passes', () => {
    const state = whenAsked(0, 'refund', lotGranted(), revoked(5, 5)).gives(restored(5, 0, 'refund_failed'));
    expect(state.lots.get(lotId)).toMatchObject({ available: 5, revoked: 0 });
    whenAsked(2, 'refund', lotGranted(), revoked(5, 5)).gives(restored(3, 2, 'refund_failed'));
    whenAsked(4, 'refund', lotGranted(), passHeld(1), revoked(4, 5)).gives(restored(0, 4, 'refund_failed'));
  });
});

describe('a dispute', () => {
  it('that is won restores the passes for at least seven days', () => {
    const expiresAt = endOfLondonDay('2026-05-13').toISOString();
    const extended: WalletEvent = {
      type: 'LotExtended',
      data: {
        memberId,
        lotId,
        expiresAt: endOfLondonDay('2026-05-19').toISOString(),
        rulesVersion: 0,
        at,
      },
    };
    whenAsked(0, 'dispute', lotGranted({ expiresAt }), revoked(5, 5, 'dispute')).gives(
      restored(5, 0, 'dispute_won'),
      extended,
    );
    whenAsked(0, 'dispute', lotGranted(), revoked(5, 5, 'dispute')).gives(restored(5, 0, 'dispute_won'));
  });

  it('revokes a returned pass with its own reason', () => {
    given(walletDecider, lotGranted({ passes: 1 }), passHeld(1), passSpent(1), revoked(0, 1, 'dispute'))
      .when((wallet) => returnPass(wallet, { memberId, bookingId: 1, extend: false, now }, defaultRules))
      .gives(returned('used'), revoked(1, 1, 'dispute'));
  });
});
