import { millisecondsInHour } from 'date-fns/constants';
import type { MyBooking } from '#services/contract/bookings.ts';
import { describeLateness, formatHours } from '#services/contract/rule-wording.ts';
import type { Tone } from '#web/components/ui/badge.tsx';
import { describeDeadline } from '../timetable/describe-deadline.ts';

interface BookingGroups {
  /** Confirmed bookings of classes still to come, next class first. */
  readonly upcoming: readonly MyBooking[];
  /** Past classes and cancelled bookings, latest class first. */
  readonly past: readonly MyBooking[];
}

const getStart = (booking: MyBooking): number => Date.parse(booking.class.startsAt);

/** Splits the bookings at `now`, in milliseconds of the studio's clock. */
export const groupBookings = (bookings: readonly MyBooking[], now: number): BookingGroups => {
  const isUpcoming = (booking: MyBooking) => booking.status === 'confirmed' && getStart(booking) > now;
  return {
    upcoming: bookings.filter(isUpcoming).sort((a, b) => getStart(a) - getStart(b)),
    past: bookings.filter((booking) => !isUpcoming(booking)).sort((a, b) => getStart(b) - getStart(a)),
  };
};

interface BookingStatus {
  readonly label: string;
  readonly tone: Tone;
}

export const describeStatus = (booking: MyBooking, now: number): BookingStatus => {
  switch (booking.status) {
    case 'cancelled':
    case 'undone':
      return { label: 'Cancelled', tone: 'neutral' };
    case 'late_cancelled':
      return { label: 'Cancelled late', tone: 'amber' };
    case 'removed':
      return { label: 'Removed by the studio', tone: 'neutral' };
    case 'class_cancelled':
      return { label: 'Class cancelled by the studio', tone: 'amber' };
    case 'moved':
      return { label: 'Moved', tone: 'neutral' };
    case 'confirmed':
      if (getStart(booking) > now) return { label: 'Booked', tone: 'kelp' };
      if (booking.attended === null) return { label: 'Finished', tone: 'neutral' };
      return booking.attended ? { label: 'Attended', tone: 'kelp' } : { label: 'Missed', tone: 'amber' };
  }
};

/** 'less than 24 hours away', by the deadline of the booking. */
export const describeLateBooking = ({ class: { startsAt }, freeCancellationUntil }: MyBooking): string =>
  describeLateness({ startsAt, freeUntil: freeCancellationUntil });

/**
 * ' (24 hours before, the rule when you booked)' where the rule for new bookings is another one now; `currentHours` are its
 * hours, undefined while unknown. Empty too for a class that the studio moved, whose bookings are free to cancel.
 */
const describeOldRule = (
  { class: { startsAt }, freeCancellationUntil }: MyBooking,
  currentHours: number | undefined,
): string => {
  const hours = (Date.parse(startsAt) - Date.parse(freeCancellationUntil)) / millisecondsInHour;
  if (currentHours === undefined || hours === currentHours || hours <= 0 || !Number.isInteger(hours))
    return '';
  return ` (${formatHours(hours)} before, the rule when you booked)`;
};

/** Whether the pass of a booking came back, or would with a cancellation at `now`; null where neither applies. */
export const describePass = (
  booking: MyBooking,
  now: number,
  { currentHours, isRefilled = false }: { currentHours?: number | undefined; isRefilled?: boolean } = {},
): string | null => {
  if (booking.status === 'moved') return 'Your pass went with it to the other class';
  if (booking.status === 'late_cancelled' && booking.passReturned) return 'Pass back: the place was filled';
  if (booking.refillable) return 'Your pass comes back if someone else takes your place';
  if (booking.passReturned !== null)
    return booking.passReturned ? 'Your pass came back' : 'The pass did not come back';
  if (!booking.cancellable) return null;
  const { class: booked, freeCancellationUntil } = booking;
  const isFree = now <= Date.parse(freeCancellationUntil);
  const deadline = describeDeadline({ ...booked, freeCancellationUntil }, isFree, isRefilled);
  return isFree ? `${deadline}${describeOldRule(booking, currentHours)}` : deadline;
};

/** A booking can be moved as long as cancelling it would return its pass. */
export const canMove = ({ cancellable, freeCancellationUntil }: MyBooking, now: number): boolean =>
  cancellable && now <= Date.parse(freeCancellationUntil);
