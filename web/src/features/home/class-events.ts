import { millisecondsInMinute } from 'date-fns/constants';
import type { ConfigAnswer } from '#services/contract/payments.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { getLevelName } from '#web/lib/class-level.ts';
import { countSpotsLeft } from '../timetable/spots-left.ts';
import { toClassSearch } from '../timetable/wanted-class.ts';

/** Builds schema.org events of the upcoming classes for search engines; null when there are none. */
export const buildClassEvents = (
  classes: readonly ScheduledClass[],
  studio: ConfigAnswer['studio'],
  { now, siteUrl }: { now: number; siteUrl: string },
): object | null => {
  const location = {
    '@type': 'Place',
    name: studio.name,
    address: { '@type': 'PostalAddress', streetAddress: studio.address, addressCountry: 'GB' },
  };
  const events = classes
    .filter((each) => Date.parse(each.startsAt) > now)
    .map((each) => ({
      '@type': 'Event',
      name: `Reformer Pilates: ${getLevelName(each.name)}`,
      startDate: each.startsAt,
      endDate: new Date(Date.parse(each.startsAt) + each.duration * millisecondsInMinute).toISOString(),
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      maximumAttendeeCapacity: each.maxCapacity,
      remainingAttendeeCapacity: countSpotsLeft(each),
      image: `${siteUrl}/og.png`,
      url: `${siteUrl}/book-classes${toClassSearch(each)}`,
      location,
      organizer: { '@id': `${siteUrl}/#studio` },
      ...(each.instructorName && { performer: { '@type': 'Person', name: each.instructorName } }),
    }));
  return events.length === 0 ? null : { '@context': 'https://schema.org', '@graph': events };
};
