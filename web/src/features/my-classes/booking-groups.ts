import type { MyBooking } from '../../../../services/contract/bookings.ts';
import type { Tone } from '../../components/ui/badge.tsx';
import { formatDayTime } from '../../lib/dates.ts';

interface BookingGroups {
  /** Places still ahead, the next first. */
  readonly upcoming: readonly MyBooking[];
  /** Classes that were, and bookings that no longer stand, the latest first. */
  readonly past: readonly MyBooking[];
}

const startOf = (booking: MyBooking): number => Date.parse(booking.class.startsAt);

/** Splits the bookings at `now`, the studio's time in milliseconds. */
export const groupBookings = (bookings: readonly MyBooking[], now: number): BookingGroups => {
  const isAhead = (booking: MyBooking) => booking.status === 'confirmed' && startOf(booking) > now;
  return {
    upcoming: bookings.filter(isAhead).sort((a, b) => startOf(a) - startOf(b)),
    past: bookings.filter((booking) => !isAhead(booking)).sort((a, b) => startOf(b) - startOf(a)),
  };
};

interface BookingStatus {
  readonly label: string;
  readonly tone: Tone;
}

/** A booking's status in words, at `now`. */
export const bookingStatus = (booking: MyBooking, now: number): BookingStatus => {
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
      if (startOf(booking) > now) return { label: 'Booked', tone: 'kelp' };
      if (booking.attended === null) return { label: 'Finished', tone: 'neutral' };
      return booking.attended ? { label: 'Attended', tone: 'kelp' } : { label: 'Missed', tone: 'amber' };
  }
};

/** What becomes, or became, of the pass behind a booking, at `now`; null when there is nothing to say. */
export const passText = (booking: MyBooking, now: number): string | null => {
  if (booking.status === 'moved') return 'Your pass went with it to the other class';
  if (booking.passReturned !== null)
    return booking.passReturned ? 'Your pass came back' : 'The pass did not come back';
  if (!booking.cancellable) return null;
  return now <= Date.parse(booking.freeCancellationUntil)
    ? `Free to cancel until ${formatDayTime(booking.freeCancellationUntil)}`
    : 'Less than 24 hours away: no pass comes back';
};

/** Whether a booking can be moved to another class, at `now`: as long as cancelling it would bring its pass back. */
export const canMove = ({ cancellable, freeCancellationUntil }: MyBooking, now: number): boolean =>
  cancellable && now <= Date.parse(freeCancellationUntil);
