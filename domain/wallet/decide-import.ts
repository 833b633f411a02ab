import { endOfLondonDay } from '../london-time.ts';
import { grantLot, revokeLot } from './decide-lots.ts';
import type { BroughtLot, WalletEvent } from './events.ts';
import type { Lot, WalletState } from './state.ts';

export interface LotToBring extends Omit<BroughtLot, 'importId' | 'source'> {
  readonly lotId: string;
  readonly passId: number | null;
  readonly passName: string;
  readonly passes: number;
  readonly pricePence: number;
  /** The last London day on which it can be used. */
  readonly expires: string;
}

/** Grants lots that were bought elsewhere, each once. It is no sale: nothing was paid here. */
export function bringLots(
  state: WalletState,
  lots: readonly LotToBring[],
  { memberId, importId, source, now }: { memberId: string; importId: string; source: string; now: Date },
): WalletEvent[] {
  return lots.flatMap(({ lotId, passId, passName, passes, pricePence, expires, ...place }) =>
    grantLot(state, {
      ...{ memberId, lotId, kind: 'import', passName, passes, pricePence, passId },
      expiresAt: endOfLondonDay(expires).toISOString(),
      ...{ paymentIntentId: null, offer: null, now },
      brought: { importId, source, ...place },
    }),
  );
}

/** Whether a pass of the lot is booked, was used or was forfeited. Lapsed and revoked passes do not count. */
export const isBookedOrUsed = ({ held, used, forfeited }: Lot) => held + used + forfeited > 0;

/** Revokes the lots of an import that have no booked or used pass; the other lots stay whole. */
export function revokeBroughtLots(
  state: WalletState,
  lotIds: readonly string[],
  { memberId, now }: { memberId: string; now: Date },
): WalletEvent[] {
  return lotIds.flatMap((lotId) => {
    const lot = state.lots.get(lotId);
    return lot === undefined || isBookedOrUsed(lot)
      ? []
      : revokeLot(state, { memberId, lotId, reason: 'import', now });
  });
}
