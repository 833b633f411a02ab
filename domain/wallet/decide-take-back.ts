import type { Rules } from '../rules/rules.ts';
import { expireLot } from './decide-lots.ts';
import type { WalletEvent } from './events.ts';
import { extendByGrace } from './grace.ts';
import type { WalletState } from './state.ts';

export interface TakeBack {
  readonly memberId: string;
  readonly lotId: string;
  /** The total of passes that the lot's refunds and disputes demand now. */
  readonly demanded: number;
  readonly cause: 'refund' | 'dispute';
  readonly now: Date;
}

/**
 * Brings a lot in line with its refunds and disputes.
 * When they demand more than before, it revokes unused passes now and the rest as they return. So no booking is lost
 * and no count is negative. When they demand less, because a dispute was won or a refund failed, it restores passes
 * for at least the days of grace.
 * Appends nothing when the demand is unchanged.
 */
export function takeBack(
  state: WalletState,
  { memberId, lotId, demanded: asked, cause, now }: TakeBack,
  rules: Rules,
): WalletEvent[] {
  const lot = state.lots.get(lotId);
  if (lot === undefined) return [];
  const demanded = Math.max(0, Math.min(lot.granted, asked));
  if (demanded === lot.demanded) return [];
  const at = now.toISOString();
  if (demanded > lot.demanded) {
    const passes = Math.min(lot.available, demanded - lot.recalled);
    return [{ type: 'LotRevoked', data: { memberId, lotId, passes, demanded, reason: cause, at } }];
  }
  const passes = Math.max(0, lot.recalled - demanded);
  const reason = cause === 'dispute' ? 'dispute_won' : 'refund_failed';
  const restored: WalletEvent = {
    type: 'LotRestored',
    data: { memberId, lotId, passes, demanded, reason, at },
  };
  if (passes === 0) return [restored];
  return [...expireLot(lot, { memberId, now }), restored, ...extendByGrace(lot, { memberId, now }, rules)];
}
