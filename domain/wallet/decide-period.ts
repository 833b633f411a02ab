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
  readonly hasPriority: boolean;
  readonly now: Date;
}

/** Ends a lot now and expires what is left of it; a pass that returns later returns to a lapsed lot. */
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
 * Grants a membership's period and ends the period before: its unused passes lapse, unless the studio extended that
 * lot. Appends nothing for a granted period.
 */
export function startPeriod(state: WalletState, { hasPriority, ...period }: PeriodGrant): WalletEvent[] {
  const { memberId, now } = period;
  if (state.lots.has(period.lotId)) return [];
  const before = [...state.lots.values()].filter(
    (lot) =>
      lot.kind === 'membership' &&
      // A lot that the studio extended keeps its days across the start of the next period.
      !lot.isExtended &&
      !isLapsed(lot, now) &&
      Date.parse(lot.expiresAt) < Date.parse(period.expiresAt),
  );
  const closed = before.flatMap((lot) => close(lot, { memberId, now }));
  return [
    ...closed,
    ...grantLot(closed.reduce(evolveWallet, state), {
      ...period,
      ...(hasPriority ? {} : { priority: false }),
      kind: 'membership',
      passId: null,
      offer: null,
    }),
  ];
}
