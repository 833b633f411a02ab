import type { Offer } from '../pass/events.ts';
import { Refusal } from '../refusal.ts';
import type { Adjustment, BroughtLot, LotKind, WalletEvent } from './events.ts';
import { isLapsed, type Lot, type WalletState } from './state.ts';

export interface LotGrant {
  readonly memberId: string;
  readonly lotId: string;
  readonly kind: LotKind;
  readonly passName: string;
  readonly passes: number;
  readonly pricePence: number;
  /** The last instant at which it can be used. */
  readonly expiresAt: string;
  readonly passId: number | null;
  readonly paymentIntentId: string | null;
  readonly offer: Offer | null;
  readonly adjustment?: Adjustment;
  readonly priority?: false;
  readonly brought?: BroughtLot;
}

/** @throws Refusal ALREADY_USED when a once-only offer was granted before */
export function assertOfferUnused(state: WalletState, offer: Offer | null): void {
  if (offer !== null && state.offersUsed.has(offer)) throw new Refusal('ALREADY_USED', { offer });
}

/** Grants a lot. Appends nothing for a lot id that is in use. @throws Refusal ALREADY_USED */
export function grantLot(state: WalletState, { now, ...lot }: LotGrant & { now: Date }): WalletEvent[] {
  if (state.lots.has(lot.lotId)) return [];
  assertOfferUnused(state, lot.offer);
  return [{ type: 'LotGranted', data: { ...lot, at: now.toISOString() } }];
}

/** Expires what is left of a lapsed lot. */
export function expireLot(lot: Lot, { memberId, now }: { memberId: string; now: Date }): WalletEvent[] {
  if (lot.available === 0 || !isLapsed(lot, now)) return [];
  const { lotId, available: passes } = lot;
  return [{ type: 'LotExpired', data: { memberId, lotId, passes, at: now.toISOString() } }];
}

/** Expires what is left of every lapsed lot. */
export function expireLots(state: WalletState, due: { memberId: string; now: Date }): WalletEvent[] {
  return [...state.lots.values()].flatMap((lot) => expireLot(lot, due));
}

/** Revokes up to `passes` unused passes, or all of them when `passes` is missing. */
export function revokeLot(
  state: WalletState,
  {
    memberId,
    lotId,
    passes = Number.POSITIVE_INFINITY,
    reason,
    adjustment,
    now,
  }: {
    memberId: string;
    lotId: string;
    passes?: number;
    reason: 'staff' | 'membership' | 'import';
    adjustment?: Adjustment;
    now: Date;
  },
): WalletEvent[] {
  const lot = state.lots.get(lotId);
  if (lot === undefined) return [];
  const revoked = Math.min(lot.available, passes);
  if (revoked <= 0) return [];
  const { demanded } = lot;
  return [
    {
      type: 'LotRevoked',
      data: {
        memberId,
        lotId,
        passes: revoked,
        demanded,
        reason,
        ...(adjustment === undefined ? {} : { adjustment }),
        at: now.toISOString(),
      },
    },
  ];
}
