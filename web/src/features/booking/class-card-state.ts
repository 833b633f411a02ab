import type { MyBooking } from '../../../../services/contract/bookings.ts';
import type { ScheduledClass } from '../../../../services/contract/schedule.ts';

/** Who looks at the timetable. */
interface Viewer {
  /** Books from the earlier hour that a membership gives. */
  readonly hasPriority?: boolean;
}

/** What can be done with a class, for one person at one moment. */
export type ClassCardState =
  | { readonly kind: 'past'; readonly wasBooked: boolean }
  | { readonly kind: 'booked'; readonly canCancelFreely: boolean }
  | { readonly kind: 'full'; readonly waiting: number }
  | { readonly kind: 'not-open'; readonly opensAt: string }
  | { readonly kind: 'sign-in'; readonly canCancelFreely: boolean }
  | { readonly kind: 'open'; readonly canCancelFreely: boolean };

type TimetableClass = Pick<
  ScheduledClass,
  | 'id'
  | 'startsAt'
  | 'availableSpots'
  | 'isMarkedFull'
  | 'waitlistCount'
  | 'bookingOpensAt'
  | 'priorityBookingOpensAt'
  | 'freeCancellationUntil'
>;

/**
 * The state of a class card. A class is past once it has begun; one's own booking stands above everything else, and a
 * full class says so even before it opens. `now` is the studio's time in milliseconds.
 */
export const classCardState = (
  scheduled: TimetableClass,
  bookings: readonly Pick<MyBooking, 'classId' | 'status'>[],
  viewer: Viewer | null,
  now: number,
): ClassCardState => {
  const isBooked = bookings.some(({ classId, status }) => classId === scheduled.id && status === 'confirmed');
  if (Date.parse(scheduled.startsAt) <= now) return { kind: 'past', wasBooked: isBooked };

  const canCancelFreely = now <= Date.parse(scheduled.freeCancellationUntil);
  if (isBooked) return { kind: 'booked', canCancelFreely };
  if (scheduled.isMarkedFull || scheduled.availableSpots <= 0)
    return { kind: 'full', waiting: scheduled.waitlistCount };

  const opensAt = viewer?.hasPriority ? scheduled.priorityBookingOpensAt : scheduled.bookingOpensAt;
  if (now < Date.parse(opensAt)) return { kind: 'not-open', opensAt };
  return viewer === null ? { kind: 'sign-in', canCancelFreely } : { kind: 'open', canCancelFreely };
};
