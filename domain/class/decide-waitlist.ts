import { Refusal } from '../refusal.ts';
import type { ClassEvent, LeavingReason, SkipReason } from './events.ts';
import { type ClassState, findSeatOfMember, type SpotOffer, type WaitlistEntry } from './state.ts';
import { computeOfferEnd, findNextPhaseChange, getWaitlistPhase } from './waitlist-phase.ts';

/** Offers that can still be claimed. */
export function getOpenOffers(state: ClassState, now: Date): SpotOffer[] {
  return state.offers.filter(({ until }) => Date.parse(until) >= now.getTime());
}

/** Those in the line whose turn at what is free has not been yet. */
function candidates({ waiting, offers }: ClassState): WaitlistEntry[] {
  return waiting.filter(
    ({ entryId, passedOver }) => !passedOver && !offers.some((offer) => offer.entryId === entryId),
  );
}

/** Spots that someone who does not wait in line may take: what is free, less what is kept for the line. */
export function countOpenSpots(state: ClassState, now: Date): number {
  const { details, bookedCount } = state;
  if (details === null) return 0;
  const free = details.capacity - bookedCount - getOpenOffers(state, now).length;
  const line = candidates(state).length;
  const kept = line > 0 && getWaitlistPhase(new Date(details.startsAt), now) !== 'announce' ? line : 0;
  return Math.max(0, free - kept);
}

/** The place of a member in the line, from 1; null when they are not in it. */
export function getWaitlistPlace(state: ClassState, memberId: string): number | null {
  const index = state.waiting.findIndex((entry) => entry.memberId === memberId);
  return index === -1 ? null : index + 1;
}

/**
 * Puts a member at the end of the line of a full class; who waits already stays where they are.
 * @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED, CLASS_PAST, ALREADY_BOOKED, CLASS_NOT_FULL
 */
export function joinWaitlist(
  state: ClassState,
  { entryId, memberId, now }: { entryId: number; memberId: string; now: Date },
): ClassEvent[] {
  const { classId, details } = state;
  if (classId === null || details === null) throw new Refusal('CLASS_NOT_FOUND');
  if (state.cancelled) throw new Refusal('CLASS_CANCELLED');
  if (Date.parse(details.startsAt) <= now.getTime()) throw new Refusal('CLASS_PAST');
  if (findSeatOfMember(state, memberId) !== undefined) throw new Refusal('ALREADY_BOOKED');
  if (getWaitlistPlace(state, memberId) !== null) return [];
  if (!state.markedFull && countOpenSpots(state, now) > 0) throw new Refusal('CLASS_NOT_FULL');
  return [{ type: 'WaitlistJoined', data: { classId, entryId, memberId, at: now.toISOString() } }];
}

/** Takes a member out of the line, and gives up what was offered to them; who does not wait adds nothing. */
export function leaveWaitlist(
  state: ClassState,
  { memberId, reason, now }: { memberId: string; reason: LeavingReason; now: Date },
): ClassEvent[] {
  const { classId } = state;
  if (classId === null) return [];
  return state.waiting
    .filter((entry) => entry.memberId === memberId)
    .map(({ entryId }) => ({
      type: 'WaitlistLeft',
      data: { classId, entryId, memberId, reason, at: now.toISOString() },
    }));
}

/** What the line asks for now. */
export type WaitlistStep =
  | { readonly kind: 'lapse'; readonly offer: SpotOffer }
  | { readonly kind: 'book'; readonly entry: WaitlistEntry }
  | { readonly kind: 'offer'; readonly entry: WaitlistEntry; readonly until: Date }
  | { readonly kind: 'announce'; readonly memberIds: readonly string[] }
  /** Nothing; time alone changes that at `until`, if at all. */
  | { readonly kind: 'wait'; readonly until: Date | null };

function earliest(instants: readonly (Date | null)[]): Date | null {
  const known = instants.filter((instant) => instant !== null);
  return known.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/** What is to be done about the line of a class: one step, to be asked again after each. Pure in state and time. */
export function getNextWaitlistStep(state: ClassState, now: Date): WaitlistStep {
  const { details, cancelled, markedFull, bookedCount, offers } = state;
  if (details === null || cancelled || Date.parse(details.startsAt) <= now.getTime())
    return { kind: 'wait', until: null };
  const startsAt = new Date(details.startsAt);
  const lapsed = offers.find(({ until }) => Date.parse(until) < now.getTime());
  if (lapsed !== undefined) return { kind: 'lapse', offer: lapsed };

  const offersEnd = earliest(offers.map(({ until }) => new Date(Date.parse(until) + 1)));
  const free = details.capacity - bookedCount - offers.length;
  const line = candidates(state);
  const [first] = line;
  if (markedFull || free <= 0) return { kind: 'wait', until: offersEnd };
  switch (getWaitlistPhase(startsAt, now)) {
    case 'announce': {
      const memberIds = state.waiting
        .filter(({ entryId }) => !offers.some((offer) => offer.entryId === entryId))
        .map(({ memberId }) => memberId);
      if (state.announced || memberIds.length === 0) return { kind: 'wait', until: offersEnd };
      return { kind: 'announce', memberIds };
    }
    case 'book':
      if (first !== undefined) return { kind: 'book', entry: first };
      break;
    case 'offer':
      if (first !== undefined) return { kind: 'offer', entry: first, until: computeOfferEnd(startsAt, now) };
      break;
    case 'rest':
      break;
  }
  // Once it is too late for offers everyone is told of what is left, those passed over as well.
  const isAnyoneLeft = state.waiting.length > offers.length;
  return {
    kind: 'wait',
    until: earliest([offersEnd, isAnyoneLeft ? findNextPhaseChange(startsAt, now) : null]),
  };
}

const of = (classId: number, { entryId, memberId }: { entryId: number; memberId: string }, now: Date) => ({
  classId,
  entryId,
  memberId,
  at: now.toISOString(),
});

/**
 * Writes down the step that the line asks for, where the class alone decides it: what lapsed, an offer, an announcement.
 * When the class has moved on and asks for another step, it adds nothing.
 */
export function recordWaitlistStep(
  state: ClassState,
  { step, now }: { step: Exclude<WaitlistStep, { kind: 'book' | 'wait' }>; now: Date },
): ClassEvent[] {
  const { classId } = state;
  const due = getNextWaitlistStep(state, now);
  if (classId === null || due.kind !== step.kind) return [];
  if (due.kind === 'lapse' && step.kind === 'lapse') {
    if (due.offer.entryId !== step.offer.entryId) return [];
    return [{ type: 'OfferLapsed', data: of(classId, due.offer, now) }];
  }
  if (due.kind === 'offer' && step.kind === 'offer') {
    if (due.entry.entryId !== step.entry.entryId) return [];
    return [
      { type: 'SpotOffered', data: { ...of(classId, due.entry, now), until: due.until.toISOString() } },
    ];
  }
  if (due.kind === 'announce')
    return [
      {
        type: 'SpotAnnounced',
        data: { classId, memberIds: due.memberIds, at: now.toISOString() },
      },
    ];
  return [];
}

/** Passes over the first in line for the spot that is free; someone whose turn it is not adds nothing. */
export function skipWaitlistEntry(
  state: ClassState,
  { entry, reason, now }: { entry: WaitlistEntry; reason: SkipReason; now: Date },
): ClassEvent[] {
  const due = getNextWaitlistStep(state, now);
  if (state.classId === null || (due.kind !== 'book' && due.kind !== 'offer')) return [];
  if (due.entry.entryId !== entry.entryId) return [];
  return [{ type: 'WaitlistSkipped', data: { ...of(state.classId, entry, now), reason } }];
}
