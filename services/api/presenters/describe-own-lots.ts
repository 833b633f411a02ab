import { paymentDecider } from '#domain/payment/decider.ts';
import { readBookingsOfMember } from '#projections/read-models/bookings/queries.ts';
import type { LotRow } from '#projections/read-models/wallet/queries.ts';
import type { UserPass } from '#services/contract/wallet.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { describeLot } from './describe-lot.ts';

type Source = Pick<ApiDependencies, 'pool' | 'deciders'>;

/** Whether classes cost all that is left of a lot's price, when the passes of `free` bookings come back first. */
function isPriceTaken(
  { granted, held, used, forfeited, demanded, pricePence }: LotRow,
  free: number,
): boolean {
  const paid = held + used + forfeited - free;
  if (demanded > 0) return paid >= granted - demanded;
  return paid * Math.floor(pricePence / granted) >= pricePence;
}

/** The lots whose cancellation within 14 days would give nothing back, because their classes were taken. */
async function findTaken(
  { pool, deciders }: Source,
  memberId: string,
  lots: readonly LotRow[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const doubtful = lots.filter((lot) => isPriceTaken(lot, 0));
  if (doubtful.length === 0) return new Set();
  const bookings = await readBookingsOfMember(pool, memberId);
  const taken = await Promise.all(
    doubtful.map(async (lot) => {
      const free = bookings.filter(
        ({ lotId, status, freeUntil, startsAt }) =>
          lotId === lot.lotId && status === 'confirmed' && freeUntil >= now && startsAt > now,
      );
      if (lot.paymentIntentId === null || !isPriceTaken(lot, free.length)) return [];
      // Who did not ask to start immediately pays for no class.
      const { payment } = (await deciders.load(paymentDecider, lot.paymentIntentId)).state;
      return payment?.startsAtOnce === true ? [lot.lotId] : [];
    }),
  );
  return new Set(taken.flat());
}

/** A member's lots in My Passes. Cancelling one within 14 days is offered only where something comes back. */
export async function describeOwnLots(
  source: Source,
  memberId: string,
  lots: readonly LotRow[],
  now: Date,
): Promise<UserPass[]> {
  const passes = lots.map((lot) => ({ lot, pass: describeLot(lot, now) }));
  const offered = passes.flatMap(({ lot, pass }) => (pass.withdrawUntil === null ? [] : lot));
  const taken = await findTaken(source, memberId, offered, now);
  return passes.map(({ pass }) => (taken.has(pass.id) ? { ...pass, withdrawUntil: null } : pass));
}
