import { millisecondsInMinute } from 'date-fns/constants';
import type { BookingRow } from '#projections/read-models/bookings/queries.ts';
import { instructorFallback } from '../presenters/describe-class.ts';
import type { CalendarEvent } from './write-calendar.ts';

interface Studio {
  readonly name: string;
  readonly address: string;
  readonly siteUrl: string;
}

/**
 * What others may read over a shoulder: the level, but for the one that tells of its member's health.
 */
function summaryOf(level: string, studio: string): string {
  const name =
    level === 'pre & post natal'
      ? 'Reformer Pilates'
      : level.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return studio ? `${name} at ${studio}` : name;
}

/** A booking as an event of its member's calendar; nothing in it but when, where and with whom. */
export function describeCalendarEvent(booking: BookingRow, studio: Studio): CalendarEvent {
  const isCancelled = booking.status !== 'confirmed';
  return {
    uid: `booking-${booking.id}@${new URL(studio.siteUrl).hostname}`,
    // Of the class's stream when its time was changed last; then the end of the booking.
    sequence: booking.timeRevision + (isCancelled ? 1 : 0),
    startsAt: booking.startsAt,
    endsAt: new Date(booking.startsAt.getTime() + booking.duration * millisecondsInMinute),
    summary: summaryOf(booking.className, studio.name),
    description: isCancelled
      ? 'Cancelled.'
      : `With ${booking.instructorName || instructorFallback}. Please arrive five minutes early, with grip socks.`,
    location: studio.address,
    url: `${studio.siteUrl}/my-classes`,
    isCancelled,
  };
}
