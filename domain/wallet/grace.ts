import { addDaysToDay, endOfLondonDay, toLondonDay } from '../london-time.ts';
import type { WalletEvent } from './events.ts';
import type { Lot } from './state.ts';

/** How long a returned pass can be used at least. */
const GRACE_DAYS = 7;

/** Extends a lot to the end of the seventh day from now, unless it lasts as long already. */
export function extendByGrace(lot: Lot, { memberId, now }: { memberId: string; now: Date }): WalletEvent[] {
  const atLeast = endOfLondonDay(addDaysToDay(toLondonDay(now), GRACE_DAYS));
  if (Date.parse(lot.expiresAt) >= atLeast.getTime()) return [];
  const { lotId } = lot;
  return [
    {
      type: 'LotExtended',
      data: { memberId, lotId, expiresAt: atLeast.toISOString(), at: now.toISOString() },
    },
  ];
}
