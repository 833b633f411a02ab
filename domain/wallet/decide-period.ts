import { expireLot, grantLot } from './decide-lots.ts';
import type { WalletEvent } from './events.ts';
import { evolveWallet } from './evolve.ts';
import { isLapsed, type Lot, type WalletState } from './state.ts';

export interface PeriodGrant {
  readonly memberId: string;
  readonly lotId: string;
  readonly passName: string;
  readonly passes: number;
  readonly pricePence: number;
  readonly expiresAt: string;
  readonly paymentIntentId: string | null;
  readonly now: Date;
}

/** Ends a lot now and takes what is left of it; a pass that comes back to it later comes back to a lot that has lapsed. */
function close(lot: Lot, { memberId, now }: { memberId: string; now: Date }): WalletEvent[] {
  const at = now.toISOString();
  const expiresAt = new Date(now.getTime() - 1).toISOString();
  const { lotId } = lot;
  return [
    { type: 'LotClosed', data: { memberId, lotId, expiresAt, at } },
    ...expireLot({ ...lot, expiresAt }, { memberId, now }),
  ];
}

/**
 * Grants a membership's period and ends the one before: its unused passes lapse, unless the studio gave that lot more
 * time. The same period again adds nothing.
 */
export function startPeriod(state: WalletState, period: PeriodGrant): WalletEvent[] {
  const { memberId, now } = period;
  if (state.lots.has(period.lotId)) return [];
  const before = [...state.lots.values()].filter(
    (lot) =>
      lot.kind === 'membership' &&
      // A pass that the studio gave back keeps its days, also over the turn of the month.
      !lot.extended &&
      !isLapsed(lot, now) &&
      Date.parse(lot.expiresAt) < Date.parse(period.expiresAt),
  );
  const closed = before.flatMap((lot) => close(lot, { memberId, now }));
  return [
    ...closed,
    ...grantLot(closed.reduce(evolveWallet, state), {
      ...period,
      kind: 'membership',
      passId: null,
      offer: null,
    }),
  ];
}
