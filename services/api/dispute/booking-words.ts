import { levelName } from '#domain/class/level-name.ts';
import { formatLondon } from '#domain/london-time.ts';
import type { SaleBooking } from './evidence-sources.ts';

/** A day and time that a bank's reader can't mistake. */
export const formatMoment = (instant: Date): string => formatLondon(instant, 'd MMMM yyyy, HH:mm');
export const formatDate = (instant: Date): string => formatLondon(instant, 'd MMMM yyyy');

const released = {
  cancelled: 'cancelled by the customer in time; the pass came back',
  late_cancelled: 'cancelled late by the customer',
  removed: 'taken out by the studio',
  class_cancelled: 'class cancelled by the studio; the pass came back',
  moved: 'moved to another class by the customer',
} as const;

/** What became of a booking until the dispute was opened. */
export function describeBookingOutcome(booking: SaleBooking, openedAt: Date): string {
  const { status, attended, startsAt } = booking;
  if (status === 'undone') return 'cancelled, and the cancellation undone';
  if (status !== 'confirmed') return released[status];
  if (attended !== null) return attended ? 'attended' : 'did not come; the place was held';
  return startsAt > openedAt
    ? 'booked, still to come when the dispute was opened'
    : 'held; attendance was not marked';
}

export const describeClass = ({ className, startsAt }: SaleBooking): string =>
  `${levelName(className)}, ${formatMoment(startsAt)}`;

/** Classes for which the studio held the place until they began. */
export const listHeldClasses = (bookings: readonly SaleBooking[], openedAt: Date): SaleBooking[] =>
  bookings.filter(({ status, startsAt }) => status === 'confirmed' && startsAt <= openedAt);

/** Passes that bought a class, or were lost by a late cancellation. */
export const countUsedPasses = (bookings: readonly SaleBooking[], openedAt: Date): number =>
  listHeldClasses(bookings, openedAt).length +
  bookings.filter(({ status, passReturned }) => status === 'late_cancelled' && passReturned !== true).length;
