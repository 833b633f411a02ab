import type { ClassEvent } from './events.ts';
import type { ClassState } from './state.ts';

/** Whether the class of an undone application can go: only a `free` one is taken back. */
export type TakeBackStatus = 'free' | 'taken_back' | 'cancelled' | 'begun' | 'booked' | 'waiting';

/** A booking that was cancelled in time leaves the class free; one that cost a pass keeps it. */
export function getTakeBackStatus(state: ClassState, now: Date): TakeBackStatus {
  if (state.isTakenBack) return 'taken_back';
  if (state.details === null || state.isCancelled) return 'cancelled';
  if (Date.parse(state.details.startsAt) <= now.getTime()) return 'begun';
  const isBooked = [...state.seats.values()].some(
    ({ released }) => released === null || released.reason === 'late_cancelled',
  );
  if (isBooked || state.reservations.length > 0) return 'booked';
  return state.waitlist.length > 0 ? 'waiting' : 'free';
}

/** Takes back a class without bookings and waiting members. Appends nothing for any other. */
export function takeBackClass(state: ClassState, { now }: { now: Date }): ClassEvent[] {
  if (state.classId === null || getTakeBackStatus(state, now) !== 'free') return [];
  const data = { classId: state.classId, because: 'application_undone', at: now.toISOString() } as const;
  return [{ type: 'ClassCancelled', data }];
}
