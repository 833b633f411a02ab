import { millisecondsInMinute } from 'date-fns/constants';
import { levelName } from '#domain/class/level-name.ts';
import { formatDayTime } from '#domain/london-time.ts';
import type { CalendarBookingRow } from '#projections/read-models/bookings/calendar-queries.ts';
import { instructorFallback } from '../presenters/describe-class.ts';
import type { CalendarEvent } from './format-calendar.ts';

interface Studio {
  readonly name: string;
  readonly address: string;
  readonly siteUrl: string;
  /** Increases when the name, the address or the site's URL changes. */
  readonly revision: number;
}

/** A visit that a member planned: a booking, and those that it became when the pass was moved. The latest is the last. */
export type Visit = readonly [CalendarBookingRow, ...CalendarBookingRow[]];

/**
 * Groups a member's bookings by the pass that was moved from one to the next. It moves to another class, or back to
 * the same one when a cancellation is undone. A calendar shows each visit as one event.
 */
export function groupIntoVisits(bookings: readonly CalendarBookingRow[]): Visit[] {
  const known = new Set(bookings.map(({ id }) => id));
  const next = new Map<number, CalendarBookingRow>();
  for (const booking of bookings) {
    if (booking.movedFromId !== null) next.set(booking.movedFromId, booking);
  }
  const isFirst = ({ movedFromId }: CalendarBookingRow) => movedFromId === null || !known.has(movedFromId);
  return bookings.filter(isFirst).map((first) => {
    const later: CalendarBookingRow[] = [];
    for (let after = next.get(first.id); after !== undefined; after = next.get(after.id)) later.push(after);
    return [first, ...later];
  });
}

/** The level, which others may see in a shared calendar, except for the level that reveals a member's health. */
function formatSummary(level: string, studio: string): string {
  const name = level === 'pre & post natal' ? 'Reformer Pilates' : levelName(level);
  return studio ? `${name} at ${studio}` : name;
}

const hasEnded = ({ status }: CalendarBookingRow) => status !== 'confirmed';

/**
 * A visit as a calendar event with only its time, place, instructor and deadline. Its UID is the first booking's. SEQUENCE is a
 * sum whose parts never decrease. They are what each class of the visit showed, one for each booking and each ended one, and the
 * studio's part.
 */
export function describeCalendarEvent(visit: Visit, studio: Studio): CalendarEvent {
  const [first] = visit;
  const booking = visit.at(-1) ?? first;
  const isCancelled = hasEnded(booking);
  const moves = visit.reduce(
    (sum, each) => sum + each.shownRevision + (hasEnded(each) ? 1 : 0),
    visit.length - 1,
  );
  return {
    uid: `booking-${first.id}@${new URL(studio.siteUrl).hostname}`,
    sequence: studio.revision + moves,
    startsAt: booking.startsAt,
    endsAt: new Date(booking.startsAt.getTime() + booking.duration * millisecondsInMinute),
    summary: formatSummary(booking.className, studio.name),
    description: isCancelled
      ? 'Cancelled.'
      : `With ${booking.instructorName || instructorFallback}. Free to cancel until ${formatDayTime(booking.freeUntil)}. Please arrive five minutes early, with grip socks.`,
    location: studio.address,
    url: `${studio.siteUrl}/my-classes`,
    isCancelled,
  };
}
