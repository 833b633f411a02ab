import { addDaysToDay, countDaysBetween, endOfLondonDay, toLondonDay } from '../london-time.ts';
import type { Offer } from '../pass/events.ts';
import { Refusal } from '../refusal.ts';
import { assertOfferUnused } from './decide-lots.ts';
import type { WalletState } from './state.ts';

/** Until when a member may buy the Special 3 Class Pass; null when they may not buy it now. */
export function findSpecialOfferEnd(
  state: WalletState,
  { days, now }: { days: number; now: Date },
): Date | null {
  const { signUpClassBookedAt, offersUsed } = state;
  if (signUpClassBookedAt === null || offersUsed.has('special')) return null;
  const endsAt = endOfLondonDay(addDaysToDay(toLondonDay(new Date(signUpClassBookedAt)), days));
  return endsAt < now ? null : endsAt;
}

/** Whole London days until the last day of the offer; 0 on that day. */
export function countOfferDaysLeft(endsAt: Date, now: Date): number {
  return countDaysBetween(toLondonDay(now), toLondonDay(endsAt));
}

/** @throws Refusal ALREADY_USED; NOT_ELIGIBLE for the special pass before or after its days */
export function assertMayBuy(
  state: WalletState,
  { offer, days, now }: { offer: Offer | null; days: number; now: Date },
): void {
  assertOfferUnused(state, offer);
  if (offer === 'special' && findSpecialOfferEnd(state, { days, now }) === null)
    throw new Refusal('NOT_ELIGIBLE');
}
