import { Refusal } from '../refusal.ts';
import type { Rules } from '../rules/rules.ts';
import type { ClassEvent, LeavingReason, SkipReason } from './events.ts';
import { lapseReservation } from './lapse-reservation.ts';
import { assertClassAsSeen, type SeenClass } from './seen-class.ts';
import {
  type ClassState,
  findSeatOfMember,
  getOpenReservations,
  isOpenAt,
  type SeatReservation,
  type SpotOffer,
  type WaitlistEntry,
} from './state.ts';
import { computeOfferEnd, findNextPhaseChange, getWaitlistPhase } from './waitlist-phase.ts';

/** Offers that can still be claimed. */
export function getOpenOffers(state: ClassState, now: Date): SpotOffer[] {
  return state.offers.filter((offer) => isOpenAt(offer, now));
}

/** Entries that get the next spot: not passed over, without an offer, and not asked whether they still want the class. */
function getCandidates({ waitlist, offers }: ClassState): WaitlistEntry[] {
  return waitlist.filter(
    ({ entryId, isPassedOver, isAsked }) =>
      !isPassedOver && !isAsked && !offers.some((offer) => offer.entryId === entryId),
  );
}

/** Spots open to members outside the waitlist: the free ones less those held for the waitlist, and for members who pay. */
export function countOpenSpots(state: ClassState, rules: Rules, now: Date): number {
  const { details, bookedCount } = state;
  if (details === null) return 0;
  const heldCount = getOpenOffers(state, now).length + getOpenReservations(state, now).length;
  const free = details.capacity - bookedCount - heldCount;
  const candidates = getCandidates(state).length;
  const isReserved =
    candidates > 0 && getWaitlistPhase(new Date(details.startsAt), rules, now) !== 'announce';
  return Math.max(0, isReserved ? free - candidates : free);
}

/** The member's place on the waitlist, from 1; null when they are not on it. */
export function getWaitlistPlace(state: ClassState, memberId: string): number | null {
  const index = state.waitlist.findIndex((entry) => entry.memberId === memberId);
  return index === -1 ? null : index + 1;
}

/**
 * Adds a member to the end of a full class's waitlist. Appends nothing when the member is on it.
 * @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED, CLASS_PAST, ALREADY_BOOKED, CLASS_NOT_FULL, CHANGED_SINCE
 */
export function joinWaitlist(
  state: ClassState,
  {
    entryId,
    memberId,
    expected,
    now,
  }: {
    entryId: number;
    memberId: string;
    /** What the member saw of the class. */
    expected?: SeenClass | undefined;
    now: Date;
  },
  rules: Rules,
): ClassEvent[] {
  const { classId, details } = state;
  if (classId === null || details === null) throw new Refusal('CLASS_NOT_FOUND');
  if (state.isCancelled) throw new Refusal('CLASS_CANCELLED');
  if (Date.parse(details.startsAt) <= now.getTime()) throw new Refusal('CLASS_PAST');
  if (findSeatOfMember(state, memberId) !== undefined) throw new Refusal('ALREADY_BOOKED');
  if (getWaitlistPlace(state, memberId) !== null) return [];
  if (!state.isMarkedFull && countOpenSpots(state, rules, now) > 0)
    throw new Refusal('CLASS_NOT_FULL', {}, { rulesVersion: rules.version });
  assertClassAsSeen(expected, details);
  return [{ type: 'WaitlistJoined', data: { classId, entryId, memberId, at: now.toISOString() } }];
}

/** Removes a member from the waitlist with any offer to them. Appends nothing when the member is not on it. */
export function leaveWaitlist(
  state: ClassState,
  { memberId, reason, now }: { memberId: string; reason: LeavingReason; now: Date },
): ClassEvent[] {
  const { classId } = state;
  if (classId === null) return [];
  return state.waitlist
    .filter((entry) => entry.memberId === memberId)
    .map(({ entryId }) => ({
      type: 'WaitlistLeft',
      data: { classId, entryId, memberId, reason, at: now.toISOString() },
    }));
}

/** The next step of a waitlist. */
export type WaitlistStep =
  | { readonly kind: 'lapse'; readonly offer: SpotOffer }
  | { readonly kind: 'free'; readonly reservation: SeatReservation }
  | { readonly kind: 'book'; readonly entry: WaitlistEntry }
  | { readonly kind: 'offer'; readonly entry: WaitlistEntry; readonly until: Date }
  | { readonly kind: 'announce'; readonly memberIds: readonly string[] }
  /** Nothing is due; time alone changes that at `until`, if at all. */
  | { readonly kind: 'wait'; readonly until: Date | null };

function findEarliest(instants: readonly (Date | null)[]): Date | null {
  const known = instants.filter((instant) => instant !== null);
  return known.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

const toFirstInstantAfter = ({ until }: { readonly until: string }) => new Date(Date.parse(until) + 1);

/**
 * Decides the one step that is due for a class's waitlist, or for a reservation that ended; call it again after each step. Pure in
 * state, rules and time.
 */
export function getNextWaitlistStep(state: ClassState, rules: Rules, now: Date): WaitlistStep {
  const { details, isCancelled, isMarkedFull, bookedCount, offers, reservations } = state;
  const ended = reservations.find((reservation) => !isOpenAt(reservation, now));
  if (ended !== undefined) return { kind: 'free', reservation: ended };
  if (details === null || isCancelled || Date.parse(details.startsAt) <= now.getTime())
    return { kind: 'wait', until: null };
  const startsAt = new Date(details.startsAt);
  const lapsed = offers.find((offer) => !isOpenAt(offer, now));
  if (lapsed !== undefined) return { kind: 'lapse', offer: lapsed };

  const heldUntil = findEarliest([...offers, ...reservations].map(toFirstInstantAfter));
  const free = details.capacity - bookedCount - offers.length - reservations.length;
  const [first] = getCandidates(state);
  if (isMarkedFull || free <= 0) return { kind: 'wait', until: heldUntil };
  switch (getWaitlistPhase(startsAt, rules, now)) {
    case 'announce': {
      const memberIds = state.waitlist
        .filter(({ entryId }) => !offers.some((offer) => offer.entryId === entryId))
        .map(({ memberId }) => memberId);
      if (state.isAnnounced || memberIds.length === 0) return { kind: 'wait', until: heldUntil };
      return { kind: 'announce', memberIds };
    }
    case 'book':
      if (first !== undefined) return { kind: 'book', entry: first };
      break;
    case 'offer':
      if (first !== undefined)
        return { kind: 'offer', entry: first, until: computeOfferEnd(startsAt, rules, now) };
      break;
    case 'pause':
      break;
  }
  // Once it is too late for offers, the spot is announced to everyone left, including those passed over.
  const isAnyoneLeft = state.waitlist.length > offers.length;
  return {
    kind: 'wait',
    until: findEarliest([heldUntil, isAnyoneLeft ? findNextPhaseChange(startsAt, rules, now) : null]),
  };
}

const toEntryData = (
  classId: number,
  { entryId, memberId }: { entryId: number; memberId: string },
  now: Date,
) => ({
  classId,
  entryId,
  memberId,
  at: now.toISOString(),
});

/**
 * Appends the due step where the class alone decides it: a lapsed offer or reservation, a new offer or an announcement. Appends
 * nothing when another step is due by now.
 */
export function recordWaitlistStep(
  state: ClassState,
  { step, now }: { step: Exclude<WaitlistStep, { kind: 'book' | 'wait' }>; now: Date },
  rules: Rules,
): ClassEvent[] {
  const { classId } = state;
  const { version: rulesVersion } = rules;
  const due = getNextWaitlistStep(state, rules, now);
  if (classId === null || due.kind !== step.kind) return [];
  if (due.kind === 'free') return lapseReservation(state, { ...due.reservation, because: 'time', now });
  if (due.kind === 'lapse' && step.kind === 'lapse') {
    if (due.offer.entryId !== step.offer.entryId) return [];
    return [{ type: 'OfferLapsed', data: toEntryData(classId, due.offer, now) }];
  }
  if (due.kind === 'offer' && step.kind === 'offer') {
    if (due.entry.entryId !== step.entry.entryId) return [];
    return [
      {
        type: 'SpotOffered',
        data: { ...toEntryData(classId, due.entry, now), until: due.until.toISOString(), rulesVersion },
      },
    ];
  }
  if (due.kind === 'announce')
    return [
      {
        type: 'SpotAnnounced',
        data: { classId, memberIds: due.memberIds, rulesVersion, at: now.toISOString() },
      },
    ];
  return [];
}

/** Passes over the first entry for the free spot. Appends nothing when another entry is due. */
export function skipWaitlistEntry(
  state: ClassState,
  { entry, reason, now }: { entry: WaitlistEntry; reason: SkipReason; now: Date },
  rules: Rules,
): ClassEvent[] {
  const due = getNextWaitlistStep(state, rules, now);
  if (state.classId === null || (due.kind !== 'book' && due.kind !== 'offer')) return [];
  if (due.entry.entryId !== entry.entryId) return [];
  const { version: rulesVersion } = rules;
  return [
    { type: 'WaitlistSkipped', data: { ...toEntryData(state.classId, entry, now), reason, rulesVersion } },
  ];
}
