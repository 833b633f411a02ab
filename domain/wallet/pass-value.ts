import type { Lot } from './state.ts';

const MEMBERSHIP_CLASS_PENCE = 1_500;

/**
 * What so many of a lot's unused passes are worth, pence: the price by the pass, with the remainder on the last one, and
 * £15 for a class of a membership.
 */
export function computeUnusedValue(
  lot: Pick<Lot, 'kind' | 'granted' | 'pricePence'>,
  passes: number,
): number {
  if (passes === 0) return 0;
  if (lot.kind === 'membership') return passes * MEMBERSHIP_CLASS_PENCE;
  return passes * Math.floor(lot.pricePence / lot.granted) + (lot.pricePence % lot.granted);
}
