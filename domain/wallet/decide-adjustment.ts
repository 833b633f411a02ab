import { computeExpiry } from '../london-time.ts';
import { Refusal } from '../refusal.ts';
import type { Rules } from '../rules/rules.ts';
import { grantLot, revokeLot } from './decide-lots.ts';
import type { WalletEvent } from './events.ts';
import { countRemainingPasses, isLapsed, type Lot, type WalletState } from './state.ts';

/** Passes that staff grant or revoke by hand. */
export interface PassAdjustment {
  readonly memberId: string;
  /** The idempotency key of one click. */
  readonly key: string;
  /** At least 1. */
  readonly passes: number;
  readonly reason: string;
  readonly now: Date;
}

const LOT_NAME = 'Studio Pass';

/** Grants a lot of its own, worth nothing, for the months of a given pass. */
export function givePasses(
  state: WalletState,
  { memberId, key, passes, reason, now }: PassAdjustment,
  { givenPassMonths }: Rules,
): WalletEvent[] {
  if (state.adjustments.has(key)) return [];
  return grantLot(state, {
    memberId,
    lotId: `adjustment-${memberId}-${key}`,
    kind: 'adjustment',
    passName: LOT_NAME,
    passes,
    pricePence: 0,
    expiresAt: computeExpiry(now, { unit: 'months', count: givenPassMonths }).toISOString(),
    passId: null,
    paymentIntentId: null,
    offer: null,
    adjustment: { key, reason },
    now,
  });
}

/** Orders lots for revocation: those granted by staff, then by expiry, then the oldest. */
function compareForRevocation(one: Lot, other: Lot): number {
  const byKind = Number(other.kind === 'adjustment') - Number(one.kind === 'adjustment');
  return byKind === 0 ? Date.parse(one.expiresAt) - Date.parse(other.expiresAt) : byKind;
}

/**
 * Revokes usable passes: those granted by staff first, then those that expire first, all of them or none.
 * @throws Refusal NOT_ENOUGH_PASSES, with the number of usable passes
 */
export function takePasses(
  state: WalletState,
  { memberId, key, passes, reason, now }: PassAdjustment,
): WalletEvent[] {
  if (state.adjustments.has(key)) return [];
  const available = countRemainingPasses(state, now);
  if (available < passes) throw new Refusal('NOT_ENOUGH_PASSES', { available, asked: passes });
  let left = passes;
  return [...state.lots.values()]
    .filter((lot) => lot.available > 0 && !isLapsed(lot, now))
    .sort(compareForRevocation)
    .flatMap(({ lotId, available: inLot }) => {
      const taken = Math.min(inLot, left);
      left -= taken;
      const adjustment = { key, reason };
      return revokeLot(state, { memberId, lotId, passes: taken, reason: 'staff', adjustment, now });
    });
}
