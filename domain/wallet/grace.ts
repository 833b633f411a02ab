import { addDaysToDay, endOfLondonDay, toLondonDay } from '../london-time.ts';
import type { Rules } from '../rules/rules.ts';
import type { WalletEvent } from './events.ts';
import type { Lot } from './state.ts';

/** Extends a lot to the end of the last day of grace from now, unless it lasts as long already. */
export function extendByGrace(
  lot: Lot,
  { memberId, now }: { memberId: string; now: Date },
  { returnedPassGraceDays, version: rulesVersion }: Rules,
): WalletEvent[] {
  const atLeast = endOfLondonDay(addDaysToDay(toLondonDay(now), returnedPassGraceDays));
  if (Date.parse(lot.expiresAt) >= atLeast.getTime()) return [];
  const { lotId } = lot;
  return [
    {
      type: 'LotExtended',
      data: { memberId, lotId, expiresAt: atLeast.toISOString(), rulesVersion, at: now.toISOString() },
    },
  ];
}
