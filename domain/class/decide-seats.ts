import { millisecondsInMinute } from 'date-fns/constants';
import { getBookingStart, getFreeCancellationEnd, getPriorityBookingStart } from '../london-time.ts';
import { Refusal, toRulesFact } from '../refusal.ts';
import type { Rules } from '../rules/rules.ts';
import { countOpenSpots, getNextWaitlistStep, getOpenOffers, leaveWaitlist } from './decide-waitlist.ts';
import type { ClassDetails, ClassEvent, SeatSource } from './events.ts';
import { lapseOthersOver } from './lapse-reservation.ts';
import { findRefillCount, refillBy } from './refills.ts';
import { assertClassAsSeen, type SeenClass } from './seen-class.ts';
import { type ClassState, findSeatOfMember, getOpenReservations, type Seat } from './state.ts';

/** A request for a seat, as far as the class's rules depend on it. */
export interface SeatRequest {
  readonly memberId: string;
  readonly source: SeatSource;
  /** The member has a membership, so booking opens at 00:00 of the first day. */
  readonly hasPriority: boolean;
  /** What the member saw of the class. */
  readonly expected?: SeenClass | undefined;
  readonly now: Date;
}

export interface SeatClaim extends SeatRequest {
  readonly bookingId: number;
  readonly lotId: string;
  /** The last instant at which the lot can be used: the class may have moved since the pass was held. */
  readonly lotExpiresAt: string;
  /** The booking whose pass this one took over. In the same class its cancellation is undone, and its deadline holds again. */
  readonly continues?: number | undefined;
}

/** Whether a seat is reserved for this member, who pays. It was reserved under the rules for booking it. */
const isReservedFor = (
  state: ClassState,
  { memberId, now }: Pick<SeatRequest, 'memberId' | 'now'>,
): boolean => getOpenReservations(state, now).some((reservation) => reservation.memberId === memberId);

function assertWindowOpen({ date }: ClassDetails, { hasPriority, now }: SeatRequest, rules: Rules): void {
  const opensAt = hasPriority ? getPriorityBookingStart(date, rules) : getBookingStart(date, rules);
  if (now < opensAt) {
    const { bookingWindowDays, version: rulesVersion } = rules;
    const details = { opensAt: opensAt.toISOString(), bookingWindowDays };
    throw new Refusal('OUTSIDE_BOOKING_WINDOW', details, { rulesVersion });
  }
}

/**
 * Checks the seat against capacity, open offers, seats reserved for members who pay and spots reserved for the waitlist.
 * @throws Refusal CLASS_FULL, SPOT_OFFERED
 */
function assertSpot(
  state: ClassState,
  details: ClassDetails,
  { memberId, source, now }: SeatRequest,
  rules: Rules,
): void {
  if (state.bookedCount >= details.capacity) throw new Refusal('CLASS_FULL');
  const reserved = getOpenReservations(state, now);
  const [firstUntil] = reserved.map(({ until }) => until).toSorted();
  if (firstUntil !== undefined && state.bookedCount + reserved.length >= details.capacity)
    throw new Refusal('CLASS_FULL', { reservedUntil: firstUntil });
  const { version: rulesVersion } = rules;
  const isOffered = () => new Refusal('SPOT_OFFERED', {}, { rulesVersion });
  const offers = getOpenOffers(state, now);
  if (offers.some((offer) => offer.memberId === memberId)) return;
  if (state.bookedCount + reserved.length + offers.length >= details.capacity) throw isOffered();
  if (source === 'member' && countOpenSpots(state, rules, now) === 0) throw isOffered();
  if (source !== 'waitlist') return;
  const due = getNextWaitlistStep(state, rules, now);
  if (due.kind !== 'book' || due.entry.memberId !== memberId) throw isOffered();
}

interface ScheduledClass {
  readonly classId: number;
  readonly details: ClassDetails;
}

/**
 * Checks that a class to come can be booked, but for its spots.
 * @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED, CLASS_PAST, OUTSIDE_BOOKING_WINDOW, CLASS_FULL when it is marked full
 */
function assertOpen(state: ClassState, request: SeatRequest, rules: Rules): ScheduledClass {
  const { classId, details } = state;
  if (classId === null || details === null) throw new Refusal('CLASS_NOT_FOUND');
  if (state.isCancelled) throw new Refusal('CLASS_CANCELLED');
  if (Date.parse(details.startsAt) <= request.now.getTime()) throw new Refusal('CLASS_PAST');
  if (isReservedFor(state, request)) return { classId, details };
  // Capacity, open offers, the start and the pass bind staff; the booking window and "marked full" do not.
  if (request.source === 'member') assertWindowOpen(details, request, rules);
  if (request.source !== 'staff' && state.isMarkedFull) throw new Refusal('CLASS_FULL', { markedFull: true });
  return { classId, details };
}

/**
 * Checks that the seat can be booked now and returns the class. A member for whom it is reserved needs no other spot.
 * @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED, CLASS_PAST, OUTSIDE_BOOKING_WINDOW, CLASS_FULL, SPOT_OFFERED,
 * CHANGED_SINCE
 */
export function assertBookable(state: ClassState, request: SeatRequest, rules: Rules): ScheduledClass {
  const { classId, details } = assertOpen(state, request, rules);
  if (!isReservedFor(state, request)) assertSpot(state, details, request, rules);
  // Last, so that a person is asked only about a class that they can have.
  assertClassAsSeen(request.expected, details);
  return { classId, details };
}

/** How long a seat is reserved for a member who pays. */
const RESERVED_MS = 10 * millisecondsInMinute;

/**
 * Keeps a seat for a member who buys a pass for it, for ten minutes and at most until the class starts. Appends nothing for a member
 * for whom one is reserved: the caller reads the state.
 * @throws Refusal as `assertBookable`; ALREADY_BOOKED, CLASS_HAS_LINE
 */
export function reserveSeat(
  state: ClassState,
  { bookingId, ...request }: Omit<SeatRequest, 'source'> & { readonly bookingId: number },
  rules: Rules,
): ClassEvent[] {
  const { memberId, now } = request;
  const byMember = { ...request, source: 'member' } as const;
  if (state.seats.has(bookingId) || findSeatOfMember(state, memberId) !== undefined)
    throw new Refusal('ALREADY_BOOKED');
  const own = getOpenReservations(state, now).find((reservation) => reservation.memberId === memberId);
  const { classId, details } = assertOpen(state, byMember, rules);
  // Those who wait came first.
  const isAwaited = state.waitlist.some((entry) => entry.memberId !== memberId);
  if (own === undefined && isAwaited && state.bookedCount < details.capacity)
    throw new Refusal('CLASS_HAS_LINE');
  assertBookable(state, byMember, rules);
  if (own?.bookingId === bookingId) return [];
  const end = new Date(Math.min(now.getTime() + RESERVED_MS, Date.parse(details.startsAt)));
  // For another booking of the same member the reservation ends.
  const until = own?.until ?? end.toISOString();
  const at = now.toISOString();
  return [
    ...lapseOthersOver(state, { memberId, now }),
    { type: 'SeatReserved', data: { classId, bookingId, memberId, until, rulesVersion: rules.version, at } },
  ];
}

/** The deadline of the booking that this one continues in the same class; undefined when the class moved since that was made. */
function findDeadline(
  { seats }: ClassState,
  { continues }: SeatClaim,
): Pick<Seat, 'freeUntil' | 'rulesVersion'> | undefined {
  const before = continues === undefined ? undefined : seats.get(continues);
  return before === undefined || before.isRescheduled ? undefined : before;
}

/**
 * Books the seat, which may refill a late cancellation. Appends nothing for a booking that already has or had its
 * seat, or for a member who has a seat by another booking. The caller then reads the state.
 * @throws Refusal as `assertBookable`; NO_PASS when the class now starts after the lot expires
 */
export function claimSeat(state: ClassState, claim: SeatClaim, rules: Rules): ClassEvent[] {
  const { bookingId, memberId, lotId, lotExpiresAt, source, now } = claim;
  if (state.seats.has(bookingId) || findSeatOfMember(state, memberId) !== undefined) return [];
  const { classId, details } = assertBookable(state, claim, rules);
  const startsAt = new Date(details.startsAt);
  if (startsAt.getTime() > Date.parse(lotExpiresAt))
    throw new Refusal('NO_PASS', { hasExpiringBefore: true, expiresAt: lotExpiresAt });
  const { freeUntil, rulesVersion } = findDeadline(state, claim) ?? {
    freeUntil: getFreeCancellationEnd(startsAt, rules).toISOString(),
    rulesVersion: rules.version,
  };
  const at = now.toISOString();
  return [
    ...lapseOthersOver(state, { memberId, now }),
    {
      type: 'SeatBooked',
      data: {
        classId,
        bookingId,
        memberId,
        lotId,
        source,
        freeUntil,
        ...(rulesVersion === undefined ? {} : { rulesVersion }),
        at,
      },
    },
    ...refillBy(state, { bookingId, memberId, at }),
    ...leaveWaitlist(state, { memberId, reason: 'booked', now }),
  ];
}

/** How long a member can undo a booking after `freeUntil`, with the pass back. The page offers it for twenty of these seconds. */
const UNDO_BOOKING_MS = 120_000;

/**
 * Whether a member may still undo the booking of this seat. Only their first in the class: a later one may hold the pass of a late
 * cancellation that was undone.
 */
function isUndoable({ seats }: ClassState, seat: Seat, now: Date): boolean {
  const isFirst = ![...seats.values()].some(
    ({ memberId, bookingId }) => memberId === seat.memberId && bookingId !== seat.bookingId,
  );
  const isRecent = now.getTime() - Date.parse(seat.bookedAt) <= UNDO_BOOKING_MS;
  return isFirst && isRecent && seat.source === 'member';
}

interface SeatRelease {
  readonly bookingId: number;
  readonly by: 'member' | 'staff';
  /** The member undoes the booking itself, and means to have the pass back. */
  readonly undoesBooking?: boolean;
  readonly now: Date;
}

/**
 * Releases a seat. A member may do so until the class starts. The pass returns up to `freeUntil` (inclusive), once
 * the studio has moved the class, or when a new booking is undone (product rule 4). Staff may always do so, and the
 * pass goes back. A late cancellation notes by the rules in force whether it can be refilled.
 * @throws Refusal BOOKING_NOT_FOUND, ALREADY_CANCELLED; CLASS_PAST to members; UNDO_TOO_LATE if the pass would not come back
 */
export function releaseSeat(
  state: ClassState,
  { bookingId, by, undoesBooking = false, now }: SeatRelease,
  rules: Rules,
): ClassEvent[] {
  const { classId, details } = state;
  const seat = state.seats.get(bookingId);
  if (classId === null || details === null || seat === undefined) throw new Refusal('BOOKING_NOT_FOUND');
  if (seat.released !== null) throw new Refusal('ALREADY_CANCELLED');
  const { memberId, lotId } = seat;
  const at = now.toISOString();
  if (by === 'staff') {
    return [
      {
        type: 'SeatReleased',
        data: { classId, bookingId, memberId, lotId, reason: 'removed', returnsPass: true, at },
      },
    ];
  }
  if (Date.parse(details.startsAt) <= now.getTime()) throw new Refusal('CLASS_PAST');
  const isFree = seat.isRescheduled || now.getTime() <= Date.parse(seat.freeUntil);
  const returnsPass = isFree || (undoesBooking && isUndoable(state, seat, now));
  if (undoesBooking && !returnsPass)
    throw new Refusal('UNDO_TOO_LATE', { of: 'booking' }, toRulesFact(seat.rulesVersion));
  const seatData = { classId, bookingId, memberId, lotId, returnsPass };
  if (returnsPass) return [{ type: 'SeatReleased', data: { ...seatData, reason: 'cancelled', at } }];
  const refillAt = rules.refillsLateCancellations ? findRefillCount(state) : undefined;
  return [
    {
      type: 'SeatReleased',
      data: {
        ...seatData,
        reason: 'late_cancelled',
        ...(refillAt === undefined ? {} : { refillAt }),
        rulesVersion: rules.version,
        at,
      },
    },
  ];
}

/**
 * Releases a seat whose pass no longer pays for it. The pass was returned while the seat was being claimed, or it moved to
 * another booking.
 */
export function withdrawSeat(
  state: ClassState,
  { bookingId, reason = 'cancelled', now }: { bookingId: number; reason?: 'cancelled' | 'moved'; now: Date },
): ClassEvent[] {
  const seat = state.seats.get(bookingId);
  if (state.classId === null || seat === undefined || seat.released !== null) return [];
  const { memberId, lotId } = seat;
  return [
    {
      type: 'SeatReleased',
      data: {
        classId: state.classId,
        bookingId,
        memberId,
        lotId,
        reason,
        returnsPass: true,
        at: now.toISOString(),
      },
    },
  ];
}
