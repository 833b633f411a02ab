import { millisecondsInDay } from 'date-fns/constants';
import type { ClassDetails } from '../class/events.ts';
import { overlap } from '../class/overlap.ts';
import { Refusal } from '../refusal.ts';
import type { WalletState } from './state.ts';

/** No class is longer than this. */
const MAX_CLASS_MS = millisecondsInDay;

/** The longest time by which the studio reschedules a class: one that was booked for an earlier time is over. */
const MAX_RESCHEDULE_MS = 14 * millisecondsInDay;

/** What is known about a class that the member has a booking in. */
export interface KnownClass {
  /** Null when it does not take place. */
  readonly details: ClassDetails | null;
  /** Read from its stream for this decision; otherwise another process may have changed it since. */
  readonly isCurrent: boolean;
}

export interface OverlapCheck {
  readonly classId: number;
  /** The class to be booked. */
  readonly details: ClassDetails;
  /** What is known about the member's other classes, by class id. */
  readonly known: ReadonlyMap<number, KnownClass>;
  /** A booking that the member gives up for this one. */
  readonly exceptBookingId?: number | undefined;
  readonly now: Date;
}

/** The decision depends on these classes: decide again once they are known. */
export class ClassesNeeded extends Error {
  readonly classIds: readonly number[];

  constructor(classIds: readonly number[]) {
    super('Classes are needed');
    this.classIds = classIds;
  }
}

/** As every stored instant is written, so that texts compare as instants do: parsing hundreds of them takes long. */
const toInstant = (ms: number): string => new Date(ms).toISOString();

/** The member's active bookings whose classes may not be over yet. */
export function listRecentBookings(state: WalletState, now: Date): { classId: number; bookingId: number }[] {
  const earliest = toInstant(now.getTime() - MAX_RESCHEDULE_MS);
  const recent: { classId: number; bookingId: number }[] = [];
  for (const [classId, bookingId] of state.activeByClass) {
    const bookedFor = state.passes.get(bookingId)?.classStartsAt;
    if (bookedFor !== undefined && bookedFor >= earliest) recent.push({ classId, bookingId });
  }
  return recent;
}

/**
 * Checks that no other booking of the member is for the same time. A class on the same day must be current, because the
 * studio may have moved it.
 * @throws Refusal OVERLAPS_BOOKING with that booking; ClassesNeeded
 */
export function assertNoOverlap(
  state: WalletState,
  { classId, details, known, exceptBookingId, now }: OverlapCheck,
): void {
  const needed: number[] = [];
  const startsAt = Date.parse(details.startsAt);
  const [earliest, latest] = [toInstant(startsAt - MAX_CLASS_MS), toInstant(startsAt + MAX_CLASS_MS)];
  for (const other of listRecentBookings(state, now)) {
    if (other.classId === classId || other.bookingId === exceptBookingId) continue;
    const knownClass = known.get(other.classId);
    if (knownClass === undefined) {
      needed.push(other.classId);
      continue;
    }
    if (knownClass.details === null) continue;
    const isFar = knownClass.details.startsAt < earliest || knownClass.details.startsAt > latest;
    if (isFar) continue;
    const { level: name, date, time, durationMinutes: duration } = knownClass.details;
    const isOverlapping = overlap(details, knownClass.details);
    if (!knownClass.isCurrent && (isOverlapping || date === details.date)) needed.push(other.classId);
    else if (isOverlapping)
      throw new Refusal('OVERLAPS_BOOKING', {}, { overlaps: { ...other, name, date, time, duration } });
  }
  if (needed.length > 0) throw new ClassesNeeded(needed);
}
