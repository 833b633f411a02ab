import { millisecondsInHour } from 'date-fns/constants';
import { assertUnchanged } from '../changed-since.ts';
import { toLondonDay } from '../london-time.ts';
import { Refusal } from '../refusal.ts';
import { getOpenOffers } from './decide-waitlist.ts';
import type { ClassDetails, ClassEvent, WithdrawalReason } from './events.ts';
import type { ClassState } from './state.ts';

/** A move of at most this, within a London day, leaves a waitlist as it is. */
const FAR_MOVE_MS = 2 * millisecondsInHour;

/** Whether a class is so far from the time that a member wants that the member must confirm it. */
function isFarMove(
  agreedStart: string,
  { date, startsAt }: Pick<ClassDetails, 'date' | 'startsAt'>,
): boolean {
  if (toLondonDay(new Date(agreedStart)) !== date) return true;
  return Math.abs(Date.parse(startsAt) - Date.parse(agreedStart)) > FAR_MOVE_MS;
}

/** Withdraws the open offers after the first `keep`. Lapsed ones are left to the waitlist's next step. */
export function withdrawOffers(
  state: ClassState,
  { because, keep = 0, now }: { because: WithdrawalReason; keep?: number; now: Date },
): ClassEvent[] {
  const { classId } = state;
  if (classId === null) return [];
  return getOpenOffers(state, now)
    .slice(keep)
    .map(({ entryId, memberId }) => ({
      type: 'OfferWithdrawn',
      data: { classId, entryId, memberId, because, at: now.toISOString() },
    }));
}

/**
 * Asks every waiting member for whom the class has moved far, and again after each further move. Withdraws the
 * question when the class is near the agreed time again. Several short moves count together.
 */
export function askAboutMove(
  state: ClassState,
  { details, now }: { details: Pick<ClassDetails, 'date' | 'startsAt'>; now: Date },
): ClassEvent[] {
  const { classId, waitlist, agreedStarts } = state;
  if (classId === null || Date.parse(details.startsAt) <= now.getTime()) return [];
  return waitlist.flatMap(({ entryId, memberId, isAsked }): ClassEvent[] => {
    const joinedFor = agreedStarts.get(entryId);
    const entry = { classId, entryId, memberId, at: now.toISOString() };
    if (joinedFor !== undefined && isFarMove(joinedFor, details))
      return [{ type: 'WaitlistAsked', data: { ...entry, joinedFor } }];
    return isAsked ? [{ type: 'WaitlistConfirmed', data: { ...entry, because: 'moved_back' } }] : [];
  });
}

/**
 * Records that a waiting member still wants the class at the time that they saw. Appends nothing when no answer is
 * awaited.
 * @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED, CLASS_PAST, NOT_ON_WAITLIST; CHANGED_SINCE when the class has moved again
 */
export function confirmWaitlistPlace(
  state: ClassState,
  { memberId, startsAt, now }: { memberId: string; startsAt: string; now: Date },
): ClassEvent[] {
  const { classId, details } = state;
  if (classId === null || details === null) throw new Refusal('CLASS_NOT_FOUND');
  if (state.isCancelled) throw new Refusal('CLASS_CANCELLED');
  if (Date.parse(details.startsAt) <= now.getTime()) throw new Refusal('CLASS_PAST');
  const entry = state.waitlist.find((each) => each.memberId === memberId);
  if (entry === undefined) throw new Refusal('NOT_ON_WAITLIST');
  assertUnchanged('class', { startsAt: new Date(startsAt).toISOString() }, { startsAt: details.startsAt });
  if (!entry.isAsked) return [];
  const { entryId } = entry;
  return [
    {
      type: 'WaitlistConfirmed',
      data: { classId, entryId, memberId, because: 'answered', at: now.toISOString() },
    },
  ];
}
