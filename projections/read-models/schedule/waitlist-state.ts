import { countOpenSpots, getNextWaitlistStep, type WaitlistStep } from '#domain/class/decide-waitlist.ts';
import { type ClassState, initialClass, type SeatReservation } from '#domain/class/state.ts';
import { findNextPhaseChange } from '#domain/class/waitlist-phase.ts';
import type { Rules } from '#domain/rules/rules.ts';

interface WaitlistEntryRow {
  entryId: number;
  memberId: string;
  /** Whether the member was passed over since the last spot opened. */
  isPassedOver: boolean;
  /** Whether the member is asked if they want the class at its new time. */
  isAsked: boolean;
  /** The JSON text of an instant; null without an offer. */
  offeredUntil: string | null;
}

/** A seat that is reserved for a member who pays. */
interface ReservationRow {
  bookingId: number;
  memberId: string;
  /** The JSON text of an instant, which may be over. */
  until: string;
}

/** The data of a class on which its waiting list depends. */
export interface ClassWithWaitlist {
  id: number;
  date: string;
  time: string;
  startsAt: Date;
  maxCapacity: number;
  bookedCount: number;
  isMarkedFull: boolean;
  isCancelled: boolean;
  /** Waiting members, the first first. */
  waitlist: WaitlistEntryRow[];
  reservations: ReservationRow[];
  /** Whether the open spot was announced to all waiting members. */
  isAnnounced: boolean;
}

const toReservation = ({ until, ...reservation }: ReservationRow): SeatReservation => ({
  ...reservation,
  until: new Date(until).toISOString(),
});

/** The decider's state of a class as far as the waiting list needs it: without seats and instructor. */
function toClassState(row: ClassWithWaitlist): ClassState {
  const { id, date, time, waitlist } = row;
  return {
    ...initialClass,
    classId: id,
    details: {
      date,
      time,
      startsAt: row.startsAt.toISOString(),
      capacity: row.maxCapacity,
      level: '',
      durationMinutes: 0,
      instructorId: 0,
    },
    isCancelled: row.isCancelled,
    isMarkedFull: row.isMarkedFull,
    bookedCount: row.bookedCount,
    waitlist: waitlist.map(({ entryId, memberId, isPassedOver, isAsked }) => ({
      entryId,
      memberId,
      isPassedOver,
      isAsked,
    })),
    offers: waitlist.flatMap(({ entryId, memberId, offeredUntil }) =>
      offeredUntil === null ? [] : [{ entryId, memberId, until: new Date(offeredUntil).toISOString() }],
    ),
    reservations: row.reservations.map(toReservation),
    isAnnounced: row.isAnnounced,
  };
}

/** Applies the domain's rule to the read model. */
export const countOpenSpotsInRow = (row: ClassWithWaitlist, rules: Rules, now: Date): number =>
  countOpenSpots(toClassState(row), rules, now);

/** The next step of the waiting list according to the read model. */
export const findNextWaitlistStep = (row: ClassWithWaitlist, rules: Rules, now: Date): WaitlistStep =>
  getNextWaitlistStep(toClassState(row), rules, now);

/** When an offer or reservation ends or the phase changes, which may change the held spots; null if never. */
export function findNextWaitlistChange(
  { waitlist, reservations, startsAt }: ClassWithWaitlist,
  rules: Rules,
  now: Date,
): Date | null {
  const ends = [
    ...waitlist.map(({ offeredUntil }) => offeredUntil),
    ...reservations.map(({ until }) => until),
  ];
  const heldUntil = ends.flatMap((until) => (until === null ? [] : [new Date(Date.parse(until) + 1)]));
  const nextPhase = waitlist.length === 0 ? null : findNextPhaseChange(startsAt, rules, now);
  const changes = [...heldUntil, nextPhase].filter((change) => change !== null && change > now);
  return changes.toSorted((a, b) => Number(a) - Number(b))[0] ?? null;
}
