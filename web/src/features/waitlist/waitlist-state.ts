import type { WaitlistAnswer, WaitlistEvent } from '#services/contract/waitlist.ts';
import type { ClassCardState } from '../timetable/class-card-state.ts';

/** A member's state on the waitlist of one class. */
export type WaitlistState =
  | { readonly kind: 'cancelled' | 'past' | 'free' | 'full' }
  | { readonly kind: 'booked'; readonly freeCancellationUntil: string }
  | { readonly kind: 'not-open'; readonly opensAt: string }
  | { readonly kind: 'offered'; readonly until: string }
  | {
      readonly kind: 'waiting';
      readonly position: number;
      /** The last spot that was offered to the member, or for which they were skipped. */
      readonly missed: Pick<WaitlistEvent, 'what' | 'reason'> | null;
    };

const findMissedSpot = (happenings: WaitlistAnswer['happenings']) => {
  const last = happenings.find(({ mine, what }) => mine && what !== 'announced' && what !== 'left');
  return last && (last.what === 'lapsed' || last.what === 'skipped') ? last : null;
};

/** Derives the member's state from the class's card and the waitlist. */
export const getWaitlistState = (
  card: ClassCardState,
  waitlist: WaitlistAnswer,
  isCancelled: boolean,
): WaitlistState => {
  if (isCancelled) return { kind: 'cancelled' };
  switch (card.kind) {
    case 'past':
      return { kind: 'past' };
    case 'booked':
      return { kind: 'booked', freeCancellationUntil: card.freeCancellationUntil };
    case 'offered':
      return { kind: 'offered', until: card.until };
    case 'open':
    case 'sign-in':
      return { kind: 'free' };
    case 'full':
    case 'not-open': {
      if (waitlist.position !== null)
        return { kind: 'waiting', position: waitlist.position, missed: findMissedSpot(waitlist.happenings) };
      return card.kind === 'full' ? { kind: 'full' } : { kind: 'not-open', opensAt: card.opensAt };
    }
  }
};
