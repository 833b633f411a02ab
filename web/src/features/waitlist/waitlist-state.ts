import type { WaitlistAnswer, WaitlistEvent } from '#services/contract/waitlist.ts';
import type { ClassCardState } from '../timetable/class-card-state.ts';

/** A member's state on the waitlist of one class. */
export type WaitlistState =
  | { readonly kind: 'cancelled' | 'past' | 'free' | 'full' }
  | { readonly kind: 'booked'; readonly freeCancellationUntil: string }
  | { readonly kind: 'not-open'; readonly opensAt: string }
  | { readonly kind: 'offered'; readonly until: string }
  /** The class has moved far from the start that the member joined for. */
  | {
      readonly kind: 'asked';
      readonly position: number;
      readonly joinedFor: string;
      /** An offer to the member was withdrawn because of the move. */
      readonly hasLostOffer: boolean;
    }
  | {
      readonly kind: 'waiting';
      readonly position: number;
      /** The last spot that was offered to the member, or for which they were skipped, or that was taken back. */
      readonly missed: Pick<WaitlistEvent, 'what' | 'reason'> | null;
    };

const passing: ReadonlySet<WaitlistEvent['what']> = new Set(['announced', 'left', 'asked', 'confirmed']);
const missing: ReadonlySet<WaitlistEvent['what']> = new Set(['lapsed', 'skipped', 'withdrawn']);

const findMissedSpot = (happenings: WaitlistAnswer['happenings']) => {
  const last = happenings.find(({ mine, what }) => mine && !passing.has(what));
  return last && missing.has(last.what) ? last : null;
};

const hasLostOfferByMove = (happenings: WaitlistAnswer['happenings']): boolean => {
  const asked = happenings.find(({ mine, what }) => mine && what === 'asked');
  return happenings.some(
    ({ mine, what, reason, at }) => mine && what === 'withdrawn' && reason === 'moved' && at === asked?.at,
  );
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
      const { position, question, happenings } = waitlist;
      if (position !== null && question !== null)
        return {
          kind: 'asked',
          position,
          joinedFor: question.joinedFor,
          hasLostOffer: hasLostOfferByMove(happenings),
        };
      if (position !== null) return { kind: 'waiting', position, missed: findMissedSpot(happenings) };
      return card.kind === 'full' ? { kind: 'full' } : { kind: 'not-open', opensAt: card.opensAt };
    }
  }
};
