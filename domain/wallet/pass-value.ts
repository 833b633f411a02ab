import type { Lot } from './state.ts';

const MEMBERSHIP_CLASS_PENCE = 1_500;

/**
 * The value of `passes` unused passes in pence: the price per pass with the remainder on the last one, or £15 each
 * for a membership.
 */
export function computeUnusedValue(
  lot: Pick<Lot, 'kind' | 'granted' | 'pricePence'>,
  passes: number,
): number {
  if (passes === 0) return 0;
  if (lot.kind === 'membership') return passes * MEMBERSHIP_CLASS_PENCE;
  return passes * Math.floor(lot.pricePence / lot.granted) + (lot.pricePence % lot.granted);
}
