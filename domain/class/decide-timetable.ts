import { toLondonInstant } from '../london-time.ts';
import { Refusal } from '../refusal.ts';
import { askAboutMove, withdrawOffers } from './decide-stakes.ts';
import { leaveWaitlist } from './decide-waitlist.ts';
import type { ClassDetails, ClassEvent } from './events.ts';
import { lapseReservation } from './lapse-reservation.ts';
import { type ClassState, getOpenReservations, getTakenSeats } from './state.ts';

/** What staff enter; the instant follows from the London date and time. */
export type ClassPlan = Omit<ClassDetails, 'startsAt'>;

function toClassDetails(plan: ClassPlan): ClassDetails {
  const { level, date, time, durationMinutes, capacity, instructorId } = plan;
  const startsAt = toLondonInstant(date, time).toISOString();
  return { level, date, time, startsAt, durationMinutes, capacity, instructorId };
}

function hasSameDetails(a: ClassDetails, b: ClassDetails): boolean {
  return (
    a.level === b.level &&
    a.date === b.date &&
    a.time === b.time &&
    a.durationMinutes === b.durationMinutes &&
    a.capacity === b.capacity &&
    a.instructorId === b.instructorId
  );
}

/** Returns a scheduled class. @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED */
function requireScheduledClass(state: ClassState): { classId: number; details: ClassDetails } {
  if (state.classId === null || state.details === null) throw new Refusal('CLASS_NOT_FOUND');
  if (state.isCancelled) throw new Refusal('CLASS_CANCELLED');
  return { classId: state.classId, details: state.details };
}

/** Schedules a new class; appends nothing for an id that is in use. */
export function scheduleClass(
  state: ClassState,
  { classId, now, ...plan }: ClassPlan & { classId: number; now: Date },
): ClassEvent[] {
  if (state.details !== null) return [];
  return [{ type: 'ClassScheduled', data: { classId, ...toClassDetails(plan), at: now.toISOString() } }];
}

/**
 * Changes a class. A new time lets booked members cancel freely, withdraws offers and asks waiting members whose
 * class moved far. A lower capacity removes no member and keeps the seats of members who pay. It withdraws the offers
 * for which no spot is left.
 * @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED
 */
export function changeClass(state: ClassState, { now, ...plan }: ClassPlan & { now: Date }): ClassEvent[] {
  const { classId, details: old } = requireScheduledClass(state);
  const details = toClassDetails(plan);
  if (hasSameDetails(old, details)) return [];
  const freesCancellation = details.startsAt !== old.startsAt;
  const reservedCount = getOpenReservations(state, now).length;
  const free = Math.max(0, details.capacity - state.bookedCount - reservedCount);
  return [
    { type: 'ClassChanged', data: { classId, freesCancellation, ...details, at: now.toISOString() } },
    ...(freesCancellation
      ? [...withdrawOffers(state, { because: 'moved', now }), ...askAboutMove(state, { details, now })]
      : withdrawOffers(state, { because: 'capacity', keep: free, now })),
  ];
}

/**
 * Marks the class full for members whatever its capacity, which withdraws every offer, or reopens it.
 * @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED
 */
export function markClassFull(
  state: ClassState,
  { isMarkedFull, now }: { isMarkedFull: boolean; now: Date },
): ClassEvent[] {
  const { classId } = requireScheduledClass(state);
  if (state.isMarkedFull === isMarkedFull) return [];
  const data = { classId, at: now.toISOString() };
  if (!isMarkedFull) return [{ type: 'ClassReopened', data }];
  return [{ type: 'ClassMarkedFull', data }, ...withdrawOffers(state, { because: 'marked_full', now })];
}

/**
 * Cancels a class and releases every seat and reservation in the same append. Appends nothing for a cancelled class.
 * @throws Refusal CLASS_NOT_FOUND; CLASS_PAST once it has started, because its passes are used
 */
export function cancelClass(state: ClassState, { now }: { now: Date }): ClassEvent[] {
  if (state.isCancelled) return [];
  const { classId, details } = requireScheduledClass(state);
  if (Date.parse(details.startsAt) <= now.getTime()) throw new Refusal('CLASS_PAST');
  const at = now.toISOString();
  return [
    { type: 'ClassCancelled', data: { classId, at } },
    ...getTakenSeats(state).map(
      ({ bookingId, memberId, lotId }): ClassEvent => ({
        type: 'SeatReleased',
        data: { classId, bookingId, memberId, lotId, reason: 'class_cancelled', returnsPass: true, at },
      }),
    ),
    ...state.reservations.flatMap((reservation) =>
      lapseReservation(state, { ...reservation, because: 'class_cancelled', now }),
    ),
    ...state.waitlist.flatMap(({ memberId }) =>
      leaveWaitlist(state, { memberId, reason: 'class_cancelled', now }),
    ),
  ];
}
