import { type ClosedDays, extendOverClosedDays } from '../closure/closed-days.ts';
import { addDaysToDay, endOfLondonDay, toLondonDay } from '../london-time.ts';
import type { WalletEvent } from './events.ts';
import { evolveWallet } from './evolve.ts';
import { isLapsed, type Lot, type WalletState } from './state.ts';

function followLot(
  lot: Lot,
  closedDays: ClosedDays,
  { memberId, now }: { memberId: string; now: Date },
): WalletEvent[] {
  const { lotId, grantedAt, closedDays: before } = lot;
  const last = toLondonDay(new Date(lot.expiresAt));
  const { days, endDay } = extendOverClosedDays(
    {
      startDay: toLondonDay(new Date(grantedAt)),
      endDay: addDaysToDay(last, -before.length),
      before,
    },
    closedDays,
  );
  if (days.length === before.length && days.every((day, index) => day === before[index])) return [];
  const expiresAt = endOfLondonDay(endDay).toISOString();
  const data = { memberId, lotId, expiresAt, at: now.toISOString() };
  return days.length < before.length
    ? [{ type: 'LotExtensionWithdrawn', data: { ...data, closedDays: days } }]
    : [{ type: 'LotExtended', data: { ...data, because: { closedDays: days } } }];
}

/**
 * Lets every living lot last a day longer for each closed day on which it is alive. Withdraws days that are not closed any more.
 * Lots of memberships have the rules of their plan's period. Appends nothing where all is as it should be.
 */
export const followClosures = (
  state: WalletState,
  { closedDays, ...about }: { memberId: string; closedDays: ClosedDays; now: Date },
): WalletEvent[] =>
  [...state.lots.values()]
    .filter((lot) => lot.kind !== 'membership' && !isLapsed(lot, about.now))
    .flatMap((lot) => followLot(lot, closedDays, about));

/** What was decided, and what the closed days demand once it has happened. */
export const withClosures = (
  state: WalletState,
  decided: WalletEvent[],
  about: { memberId: string; closedDays: ClosedDays; now: Date },
): WalletEvent[] =>
  decided.length === 0
    ? decided
    : [...decided, ...followClosures(decided.reduce(evolveWallet, state), about)];
