import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { cleanLine, cleanText } from '#domain/text.ts';

export interface CalendarEvent {
  /** Globally unique and permanent. */
  readonly uid: string;
  /** Increases with every change that calendar clients must apply. */
  readonly sequence: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly summary: string;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  readonly isCancelled: boolean;
}

interface Calendar {
  readonly name: string;
  readonly events: readonly CalendarEvent[];
}

/** How often clients are asked to refresh a subscribed calendar. */
const refreshSeconds = 3_600;

/**
 * Formats a calendar as `text/calendar` (RFC 5545), stamped with `now`. Instants are in UTC, which needs no time zone definitions
 * and is right across changes of the clocks. The library escapes text, but not control characters, which RFC 5545 forbids.
 */
export function formatCalendar({ name, events }: Calendar, now: Date): string {
  const calendar = ical({
    name: cleanLine(name),
    prodId: { company: 'Tideline', product: 'Classes', language: 'EN' },
    scale: 'gregorian',
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  });
  for (const { uid, isCancelled, ...event } of events) {
    calendar.createEvent({
      id: uid,
      sequence: event.sequence,
      stamp: now,
      start: event.startsAt,
      end: event.endsAt,
      summary: cleanLine(event.summary),
      description: cleanText(event.description),
      location: cleanText(event.location),
      url: event.url,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: isCancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    });
  }
  return `${calendar.toString()}\r\n`;
}
