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
import { chooseLot, returnRefilledPass } from './decide-passes.ts';
import { walletDecider } from './decider.ts';
import type { WalletEvent } from './events.ts';

const rules = { ...defaultRules, version: 4, returnedPassGraceDays: 3 };
const endOf = (day: string) => endOfLondonDay(day).toISOString();
const lot = (lastDay: string, passes = 2) => lotGranted({ passes, expiresAt: endOf(lastDay) });
const forfeited = (from: 'held' | 'used' = 'used'): WalletEvent => ({
  type: 'PassForfeited',
  data: { ...passMove(1), from },
});
const returned: WalletEvent = {
  type: 'PassReturned',
  data: { ...passMove(1), from: 'forfeited', refilledBy: 9 },
};
const extended: WalletEvent = {
  type: 'LotExtended',
  data: { memberId, lotId: 'lot-a', expiresAt: endOf('2026-05-15'), rulesVersion: 4, at },
};
const lost = [passHeld(1), passSpent(1), forfeited()];
const whenRefilled = (...history: WalletEvent[]) =>
  given(walletDecider, ...history).when((state) =>
    returnRefilledPass(state, { memberId, bookingId: 1, refilledBy: 9, now }, rules),
  );

describe('returnRefilledPass', () => {
  it('returns the lost pass to its lot, once', () => {
    const state = whenRefilled(lot('2026-06-01'), ...lost).gives(returned);
    expect(state.lots.get('lot-a')).toMatchObject({ available: 2, forfeited: 0, used: 0 });
    whenRefilled(lot('2026-06-01'), ...lost, returned).gives();
  });

  it('forfeits a pass first whose cancellation was cut off by a crash', () => {
    whenRefilled(lot('2026-06-01'), passHeld(1), passSpent(1)).gives(forfeited(), returned);
    whenRefilled(lot('2026-06-01'), passHeld(1)).gives(forfeited('held'), returned);
  });

  it('extends a lot that would lapse within the grace of the rules in force now', () => {
    whenRefilled(lot('2026-05-14'), ...lost).gives(returned, extended);
    whenRefilled(lot('2026-05-15'), ...lost).gives(returned);
  });

  it('has the rule of the extension named when the pass lapses before a class', () => {
    const { state } = given(walletDecider, lot('2026-05-14'), ...lost, returned, extended);
    expect(() => chooseLot(state, '2026-05-20T09:00:00.000Z', now)).toThrow(
      expect.objectContaining({ code: 'NO_PASS', facts: { rulesVersion: 4 } }),
    );
  });

  it('does not restore what had lapsed of the lot', () => {
    whenRefilled(lot('2026-05-11', 3), ...lost).gives(
      { type: 'LotExpired', data: { memberId, lotId: 'lot-a', passes: 2, at } },
      returned,
      extended,
    );
  });

  it('revokes the pass again when the lot was refunded', () => {
    const demanded: WalletEvent = {
      type: 'LotRevoked',
      data: { memberId, lotId: 'lot-a', passes: 1, demanded: 2, reason: 'refund', at },
    };
    whenRefilled(lot('2026-05-14'), ...lost, demanded).gives(returned, demanded);
  });

  it('appends nothing for a pass that moved to another booking, came back, or never was', () => {
    const moved: WalletEvent = {
      type: 'PassMoved',
      data: {
        ...passMove(1),
        from: 'forfeited',
        toBookingId: 2,
        toClassId: 7,
        classStartsAt: at,
        source: 'member',
      },
    };
    whenRefilled(lot('2026-06-01'), ...lost, moved).gives();
    whenRefilled(lot('2026-06-01'), passHeld(1), {
      type: 'PassReturned',
      data: { ...passMove(1), from: 'held' },
    }).gives();
    whenRefilled(lot('2026-06-01')).gives();
  });
});
