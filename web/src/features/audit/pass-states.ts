import type { PassCountsAnswer } from '#services/contract/audit.ts';

interface PassState {
  readonly state: Exclude<keyof PassCountsAnswer, 'granted'>;
  /** A background class for its part of the bar. */
  readonly colour: string;
}

/** The states of a pass, in the order of its lifecycle. */
export const passStates: readonly PassState[] = [
  { state: 'available', colour: 'bg-kelp' },
  { state: 'held', colour: 'bg-sun' },
  { state: 'used', colour: 'bg-sea' },
  { state: 'forfeited', colour: 'bg-coral' },
  { state: 'expired', colour: 'bg-edge' },
  { state: 'revoked', colour: 'bg-rust' },
];

/** '4 available, 1 used' */
export const formatPassCounts = (counts: PassCountsAnswer): string =>
  passStates
    .filter(({ state }) => counts[state] > 0)
    .map(({ state }) => `${counts[state]} ${state}`)
    .join(', ') || 'none';
