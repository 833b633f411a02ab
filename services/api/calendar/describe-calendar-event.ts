import { millisecondsInMinute } from 'date-fns/constants';
import type { BookingRow } from '#projections/read-models/bookings/queries.ts';
import { instructorFallback } from '../presenters/describe-class.ts';
import type { CalendarEvent } from './format-calendar.ts';

interface Studio {
  readonly name: string;
  readonly address: string;
  readonly siteUrl: string;
}

/** The level, which others may see in a shared calendar, except for the level that reveals a member's health. */
function formatSummary(level: string, studio: string): string {
  const name =
    level === 'pre & post natal'
      ? 'Reformer Pilates'
      : level.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return studio ? `${name} at ${studio}` : name;
}

/** A booking as a calendar event with only its time, place and instructor. */
export function describeCalendarEvent(booking: BookingRow, studio: Studio): CalendarEvent {
  const isCancelled = booking.status !== 'confirmed';
  return {
    uid: `booking-${booking.id}@${new URL(studio.siteUrl).hostname}`,
    // The class's stream revision at its last change of time, plus one once the booking has ended.
    sequence: booking.timeRevision + (isCancelled ? 1 : 0),
    startsAt: booking.startsAt,
    endsAt: new Date(booking.startsAt.getTime() + booking.duration * millisecondsInMinute),
    summary: formatSummary(booking.className, studio.name),
    description: isCancelled
      ? 'Cancelled.'
      : `With ${booking.instructorName || instructorFallback}. Please arrive five minutes early, with grip socks.`,
    location: studio.address,
    url: `${studio.siteUrl}/my-classes`,
    isCancelled,
  };
}
