import { addDaysToDay, countDaysBetween, toLondonDay } from '../london-time.ts';
import { countPassesPaidBack } from '../payment/after-sale.ts';
import { computeUnusedValue } from '../wallet/pass-value.ts';
import type { Lot } from '../wallet/state.ts';

/** The money of a payment, from Stripe. */
export interface SaleMoney {
  readonly receivedPence: number;
  readonly refundedPence: number;
  /** What disputes hold or have taken. */
  readonly disputedPence: number;
}

/** A paid sale as it is now. */
export interface Sale extends SaleMoney {
  readonly memberId: string;
  /** The lot it granted; null when none was. */
  readonly lot: Lot | null;
  /** The payer asked for the service to begin within the 14 days in which they may cancel. */
  readonly startsAtOnce: boolean;
  /** A membership's paid period; null for passes. */
  readonly period: { readonly start: Date; readonly end: Date } | null;
}

export const getLeftPence = ({ receivedPence, refundedPence, disputedPence }: SaleMoney): number =>
  Math.max(0, receivedPence - refundedPence - disputedPence);

/** How many passes of the lot money demands; as many have been, or are going to be, taken back. */
const countDemanded = (sale: Sale, lot: Lot, extraPence: number): number =>
  Math.min(
    lot.granted,
    countPassesPaidBack(
      { refundedPence: sale.refundedPence + extraPence, disputedPence: sale.disputedPence },
      { passes: lot.granted, amountPence: sale.receivedPence },
    ),
  );

/** The unused passes that no earlier refund demands, also when they are not taken back yet. */
function countUnused(sale: Sale, lot: Lot, now: Date): number {
  if (Date.parse(lot.expiresAt) < now.getTime()) return 0;
  const onTheWay = Math.max(0, countDemanded(sale, lot, 0) - lot.demanded);
  return Math.max(0, lot.available - onTheWay);
}

/** The price of the days of a period after today, in pence, rounded down. */
function computeUnusedDays(
  amountPence: number,
  { start, end }: NonNullable<Sale['period']>,
  now: Date,
): number {
  const [first, last] = [toLondonDay(start), toLondonDay(end)];
  const days = countDaysBetween(first, last);
  const left = Math.max(0, Math.min(days, countDaysBetween(addDaysToDay(toLondonDay(now), 1), last)));
  return days <= 0 ? 0 : Math.floor((amountPence * left) / days);
}

/** What the unused passes, or the unused days of a membership's period, cost; never more than is left. */
export function computeUnusedPence(sale: Sale, now: Date): number {
  const { lot, period, receivedPence } = sale;
  const unused =
    period !== null
      ? computeUnusedDays(receivedPence, period, now)
      : lot === null
        ? 0
        : computeUnusedValue(
            { granted: lot.granted, pricePence: receivedPence },
            countUnused(sale, lot, now),
          );
  return Math.min(unused, getLeftPence(sale));
}

/** The passes that a member who cancels the purchase pays for: used, or lost on a late cancellation. */
export const countPaidClasses = ({ lot, startsAtOnce }: Sale): number =>
  lot === null || !startsAtOnce ? 0 : lot.held + lot.used + lot.forfeited;

/**
 * What a member gets back for cancelling the purchase within 14 days. It is the price less the classes that are paid
 * for, or all of it if they did not ask to start immediately.
 */
export function computeWithdrawal(sale: Sale): number {
  const price = sale.lot === null ? 0 : Math.floor(sale.receivedPence / sale.lot.granted);
  return Math.max(0, getLeftPence(sale) - countPaidClasses(sale) * price);
}

/** What the member loses with a refund: unused passes immediately, and others should their bookings end. */
export function countPassesLost(sale: Sale, amountPence: number): { taken: number; inUse: number } {
  const { lot } = sale;
  if (lot === null) return { taken: 0, inUse: 0 };
  const owed = countDemanded(sale, lot, amountPence) - lot.recalled;
  const taken = Math.max(0, Math.min(lot.available, owed));
  return { taken, inUse: Math.max(0, Math.min(owed - taken, lot.held + lot.used)) };
}
