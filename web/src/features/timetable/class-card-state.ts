import type { MyBooking } from '#services/contract/bookings.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import type { WaitlistStatus } from '#services/contract/waitlist.ts';
import { countSpotsLeft } from './spots-left.ts';

interface Viewer {
  /** A membership opens booking earlier. */
  readonly hasPriority?: boolean;
  /** A seat of this class is reserved while they pay. */
  readonly hasReservation?: boolean;
}

/** What a viewer can do with a class at one moment. */
export type ClassCardState =
  | { readonly kind: 'past'; readonly wasBooked: boolean }
  /** By the booking's own deadline, which may be later than the class's after a change of the class. */
  | { readonly kind: 'booked'; readonly canCancelFreely: boolean; readonly freeCancellationUntil: string }
  | { readonly kind: 'offered'; readonly until: string; readonly canCancelFreely: boolean }
  | { readonly kind: 'full'; readonly isReserved: boolean }
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
 * The state of a class card for a viewer, null for visitors. Past comes first, then the viewer's booking, an offer,
 * full, and not yet open. `isReserved`: the free spots are reserved for the waitlist. `now` is in milliseconds.
 */
export const getClassCardState = (
  scheduledClass: TimetableClass,
  bookings: readonly Pick<MyBooking, 'classId' | 'status' | 'freeCancellationUntil'>[],
  viewer: Viewer | null,
  now: number,
  waitlistStatus?: Pick<WaitlistStatus, 'offer'>,
): ClassCardState => {
  const own = bookings.find(({ classId, status }) => classId === scheduledClass.id && status === 'confirmed');
  if (Date.parse(scheduledClass.startsAt) <= now) return { kind: 'past', wasBooked: own !== undefined };

  const canCancelFreely = now <= Date.parse(scheduledClass.freeCancellationUntil);
  if (own !== undefined) {
    const { freeCancellationUntil } = own;
    return {
      kind: 'booked',
      canCancelFreely: now <= Date.parse(freeCancellationUntil),
      freeCancellationUntil,
    };
  }
  const offer = waitlistStatus?.offer;
  if (offer && now <= Date.parse(offer.until))
    return { kind: 'offered', until: offer.until, canCancelFreely };
  if (countSpotsLeft(scheduledClass) === 0 && !viewer?.hasReservation) {
    const isReserved =
      !scheduledClass.isMarkedFull && scheduledClass.bookedCount < scheduledClass.maxCapacity;
    return { kind: 'full', isReserved };
  }

  const opensAt = viewer?.hasPriority ? scheduledClass.priorityBookingOpensAt : scheduledClass.bookingOpensAt;
  if (now < Date.parse(opensAt)) return { kind: 'not-open', opensAt };
  return viewer === null ? { kind: 'sign-in', canCancelFreely } : { kind: 'open', canCancelFreely };
};
