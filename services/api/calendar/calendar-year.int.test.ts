import { millisecondsInMinute } from 'date-fns/constants';
import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDaysToDay, toLondonInstant } from '#domain/london-time.ts';
import { Random } from '#embedded/demo/random.ts';
import { readPlaceRevision } from '#infra/postgres/tables/calendar-places.ts';
import { readCalendarBookings } from '#projections/read-models/bookings/calendar-queries.ts';
import { startProjectedStudio } from '#projections/testing/projected-studio.fixture.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { CalendarYear } from './calendar-year.fixture.ts';
import { describeCalendarEvent, groupIntoVisits } from './describe-calendar-event.ts';
import { formatCalendar } from './format-calendar.ts';

const now = new Date('2026-01-01T09:00:00.000Z');
/** 64 days over the year, among them both on which the clocks change. */
const days = [
  ...Array.from({ length: 62 }, (_, index) => addDaysToDay('2026-01-02', index * 5)),
  '2026-03-29',
  '2026-10-25',
];
const rounds = 150;

const random = new Random(25);
const year = new CalendarYear(new Recorder(), () => random.next());
let studio: Awaited<ReturnType<typeof startProjectedStudio>>;
beforeAll(async () => {
  studio = await startProjectedStudio(year.open(days));
});
afterAll(() => studio?.drop());

/** What a calendar program, here ical.js, reads of an event. */
interface ReadEvent {
  readonly sequence: number;
  /** Everything that a person sees. */
  readonly shown: string;
  readonly start: Date;
  readonly end: Date;
  readonly description: string;
  readonly status: string;
}

async function readFeed(address: string): Promise<Map<string, ReadEvent>> {
  const place = { name: 'Tideline', address, siteUrl: 'https://tideline.example' };
  const revision = await readPlaceRevision(studio.pool, JSON.stringify(place));
  const visits = groupIntoVisits(await readCalendarBookings(studio.pool, 'm'));
  const events = visits.map((visit) => describeCalendarEvent(visit, { ...place, revision }));
  const calendar = new ICAL.Component(ICAL.parse(formatCalendar({ name: 'My classes', events }, now)));
  return new Map(
    calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component);
      const properties = component.getAllProperties().map((property) => property.toICALString());
      return [
        event.uid,
        {
          sequence: event.sequence,
          shown: properties.filter((line) => !/^(SEQUENCE|DTSTAMP)/.test(line)).join('\n'),
          start: event.startDate.toJSDate(),
          end: event.endDate.toJSDate(),
          description: event.description,
          status: String(component.getFirstPropertyValue('status')),
        },
      ];
    }),
  );
}

function expectRightEvents(feed: ReadonlyMap<string, ReadEvent>): void {
  expect([...feed.keys()].toSorted()).toEqual(
    year.visits.map(({ firstBookingId }) => `booking-${firstBookingId}@tideline.example`).toSorted(),
  );
  for (const { firstBookingId, classId, isCancelled } of year.visits) {
    const event = feed.get(`booking-${firstBookingId}@tideline.example`);
    const planned = year.classes.get(classId);
    if (event === undefined || planned === undefined) throw new Error('A visit is missing');
    expect(event.start).toEqual(toLondonInstant(planned.date, planned.time));
    expect(event.end.getTime() - event.start.getTime()).toBe(planned.durationMinutes * millisecondsInMinute);
    expect(event.status).toBe(isCancelled ? 'CANCELLED' : 'CONFIRMED');
    if (!isCancelled) expect(event.description).toContain(year.instructors.get(planned.instructorId));
  }
}

it('keeps each UID, and raises SEQUENCE exactly when a calendar shows another thing', async () => {
  let address = 'The Old Sail Loft';
  let before = await readFeed(address);
  expect(before.size).toBe(days.length);
  expectRightEvents(before);
  for (let round = 0; round < rounds; round++) {
    const { events, isShown } = year.change();
    await studio.project(events);
    if (round % 50 === 49) address += ', upstairs';
    const after = await readFeed(address);
    expectRightEvents(after);
    for (const [uid, event] of after) {
      const old = before.get(uid);
      const rise = event.sequence - (old?.sequence ?? 0);
      const what = `${uid} in round ${round}: ${old?.shown} → ${event.shown}`;
      if (event.shown !== old?.shown) expect(rise, what).toBeGreaterThan(0);
      else expect(rise, what).toBeGreaterThanOrEqual(0);
      if (!isShown && event.shown === old?.shown) expect(rise, what).toBe(0);
    }
    before = after;
  }
});
