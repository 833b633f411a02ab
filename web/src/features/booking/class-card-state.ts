import type { MyBooking } from '../../../../services/contract/bookings.ts';
import type { ScheduledClass } from '../../../../services/contract/schedule.ts';
import type { WaitlistStatus } from '../../../../services/contract/waitlist.ts';

/** Who looks at the timetable. */
interface Viewer {
  /** Books from the earlier hour that a membership gives. */
  readonly hasPriority?: boolean;
}

/** What can be done with a class, for one person at one moment. */
export type ClassCardState =
  | { readonly kind: 'past'; readonly wasBooked: boolean }
  /** By the booking's own rule, which a change of the class may have loosened since. */
  | { readonly kind: 'booked'; readonly canCancelFreely: boolean; readonly freeUntil: string }
  | { readonly kind: 'offered'; readonly until: string; readonly canCancelFreely: boolean }
  | { readonly kind: 'full'; readonly isKept: boolean }
  | { readonly kind: 'not-open'; readonly opensAt: string }
  | { readonly kind: 'sign-in'; readonly canCancelFreely: boolean }
  | { readonly kind: 'open'; readonly canCancelFreely: boolean };

type TimetableClass = Pick<
  ScheduledClass,
  | 'id'
  | 'startsAt'
  | 'maxCapacity'
  | 'bookedCount'
  | 'availableSpots'
  | 'isMarkedFull'
  | 'bookingOpensAt'
  | 'priorityBookingOpensAt'
  | 'freeCancellationUntil'
>;

/**
 * The state of a class card. A class is past once it has begun; one's own booking stands above everything else, and a
 * full class says so even before it opens; `isKept` are spots for those in its line. `now` is the studio's time in milliseconds.
 */
export const classCardState = (
  scheduled: TimetableClass,
  bookings: readonly Pick<MyBooking, 'classId' | 'status' | 'freeCancellationUntil'>[],
  viewer: Viewer | null,
  now: number,
  line?: Pick<WaitlistStatus, 'offer'>,
): ClassCardState => {
  const own = bookings.find(({ classId, status }) => classId === scheduled.id && status === 'confirmed');
  if (Date.parse(scheduled.startsAt) <= now) return { kind: 'past', wasBooked: own !== undefined };

  const canCancelFreely = now <= Date.parse(scheduled.freeCancellationUntil);
  if (own !== undefined) {
    const freeUntil = own.freeCancellationUntil;
    return { kind: 'booked', canCancelFreely: now <= Date.parse(freeUntil), freeUntil };
  }
  if (line?.offer && now <= Date.parse(line.offer.until))
    return { kind: 'offered', until: line.offer.until, canCancelFreely };
  if (scheduled.isMarkedFull || scheduled.availableSpots <= 0) {
    const isKept = !scheduled.isMarkedFull && scheduled.bookedCount < scheduled.maxCapacity;
    return { kind: 'full', isKept };
  }

  const opensAt = viewer?.hasPriority ? scheduled.priorityBookingOpensAt : scheduled.bookingOpensAt;
  if (now < Date.parse(opensAt)) return { kind: 'not-open', opensAt };
  return viewer === null ? { kind: 'sign-in', canCancelFreely } : { kind: 'open', canCancelFreely };
};
