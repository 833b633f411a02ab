import type { Lot } from './state.ts';

/** The value of `passes` unused passes in pence: the price per pass, with the remainder on the last one. */
export function computeUnusedValue(lot: Pick<Lot, 'granted' | 'pricePence'>, passes: number): number {
  if (passes === 0) return 0;
  return passes * Math.floor(lot.pricePence / lot.granted) + (lot.pricePence % lot.granted);
}
