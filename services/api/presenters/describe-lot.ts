import { getWithdrawalEnd } from '#domain/refund/decide.ts';
import { countDaysLeft, type LotRow } from '#projections/read-models/wallet/queries.ts';
import type { UserPass } from '#services/contract/wallet.ts';

/** A lot with seven days or fewer left is shown as Expiring Soon (spec 000 section 9). */
const expiringDays = 7;

/** Until when a purchase can be cancelled; null once that is over, or when nothing is left to give back. */
function findWithdrawalEnd(row: LotRow, now: Date): Date | null {
  const { kind, paymentIntentId, granted, demanded, grantedAt } = row;
  // All of the money went back, also where a lapsed pass could not be taken back.
  if (kind !== 'purchase' || paymentIntentId === null || demanded === granted) return null;
  const end = getWithdrawalEnd(grantedAt);
  return now > end ? null : end;
}

/** A lot in My Passes. */
export function describeLot(row: LotRow, now: Date): UserPass {
  const isExpired = row.expiresAt < now;
  const daysLeft = countDaysLeft(row, now);
  return {
    id: row.lotId,
    passName: row.passName,
    passClasses: row.granted,
    passPrice: row.pricePence,
    remaining: isExpired ? 0 : row.available,
    takenBack: row.recalled,
    purchaseDate: row.grantedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    state: isExpired ? 'expired' : daysLeft <= expiringDays ? 'expiring' : 'active',
    withdrawUntil: findWithdrawalEnd(row, now)?.toISOString() ?? null,
    daysLeft,
    brought:
      row.importSource === null
        ? null
        : {
            source: row.importSource,
            passes: row.granted,
            classes: row.importClasses ?? row.granted,
          },
  };
}
