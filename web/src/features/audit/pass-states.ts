import type { PassCountsAnswer } from '#services/contract/audit.ts';

type Place = Exclude<keyof PassCountsAnswer, 'granted'>;

interface PlaceLook {
  readonly place: Place;
  readonly word: string;
  /** Of its part of the bar. */
  readonly colour: string;
}

/** Where a pass can be, in the order of its life. */
export const places: readonly PlaceLook[] = [
  { place: 'available', word: 'available', colour: 'bg-kelp' },
  { place: 'held', word: 'held', colour: 'bg-sun' },
  { place: 'used', word: 'used', colour: 'bg-sea' },
  { place: 'forfeited', word: 'forfeited', colour: 'bg-coral' },
  { place: 'expired', word: 'expired', colour: 'bg-edge' },
  { place: 'revoked', word: 'revoked', colour: 'bg-rust' },
];

/** '4 available, 1 used' */
export function countsInWords(counts: PassCountsAnswer): string {
  const there = places.filter(({ place }) => counts[place] > 0);
  return there.map(({ place, word }) => `${counts[place]} ${word}`).join(', ') || 'none';
}
