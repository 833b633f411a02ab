import type { WaitlistAnswer, WaitlistHappening } from '../../../../services/contract/waitlist.ts';
import type { ClassCardState } from '../booking/class-card-state.ts';

/** What one member can do about one class's line. */
export type LineState =
  | { readonly kind: 'cancelled' | 'past' | 'free' | 'full' }
  | { readonly kind: 'booked'; readonly freeUntil: string }
  | { readonly kind: 'not-open'; readonly opensAt: string }
  | { readonly kind: 'offered'; readonly until: string }
  | {
      readonly kind: 'waiting';
      readonly position: number;
      /** What came of the last spot that was theirs to have. */
      readonly missed: Pick<WaitlistHappening, 'what' | 'reason'> | null;
    };

/** Their own last turn, if it came to nothing. */
const missedTurn = (happenings: WaitlistAnswer['happenings']) => {
  const last = happenings.find(({ mine, what }) => mine && what !== 'announced' && what !== 'left');
  return last && (last.what === 'lapsed' || last.what === 'skipped') ? last : null;
};

/** The state of a member's place in the line of a class that stands as its card says. */
export const lineState = (card: ClassCardState, line: WaitlistAnswer, isCancelled: boolean): LineState => {
  if (isCancelled) return { kind: 'cancelled' };
  switch (card.kind) {
    case 'past':
      return { kind: 'past' };
    case 'booked':
      return { kind: 'booked', freeUntil: card.freeUntil };
    case 'offered':
      return { kind: 'offered', until: card.until };
    case 'open':
    case 'sign-in':
      return { kind: 'free' };
    case 'full':
    case 'not-open': {
      if (line.position !== null)
        return { kind: 'waiting', position: line.position, missed: missedTurn(line.happenings) };
      return card.kind === 'full' ? { kind: 'full' } : { kind: 'not-open', opensAt: card.opensAt };
    }
  }
};
