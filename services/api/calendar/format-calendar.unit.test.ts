import { millisecondsInMinute } from 'date-fns/constants';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { toLondonInstant } from '#domain/london-time.ts';
import { cleanLine, cleanText } from '#domain/text.ts';
import type { CalendarBookingRow } from '#projections/read-models/bookings/calendar-queries.ts';
import { nastyCases } from '#tools/testing/nasty-texts.ts';
import { describeCalendarEvent, groupIntoVisits } from './describe-calendar-event.ts';
import { type CalendarEvent, formatCalendar } from './format-calendar.ts';

const now = new Date('2026-05-12T09:00:00.123Z');
const event: CalendarEvent = {
  uid: 'booking-1@tideline.example',
  sequence: 0,
  startsAt: new Date('2026-05-16T08:30:00.000Z'),
  endsAt: new Date('2026-05-16T09:20:00.000Z'),
  summary: 'Beginner at Tideline',
  description: 'With Marina Hale.',
  location: '1 Harbour Street',
  url: 'https://tideline.example/my-classes',
  isCancelled: false,
};
const write = (changes: Partial<CalendarEvent>) =>
  formatCalendar({ name: 'My classes', events: [{ ...event, ...changes }] }, now);
const unfold = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

const booking: CalendarBookingRow = {
  id: 12,
  status: 'confirmed',
  movedFromId: null,
  className: 'reformer for all',
  startsAt: new Date('2026-05-16T08:30:00.000Z'),
  freeUntil: new Date('2026-05-14T08:30:00.000Z'),
  duration: 50,
  instructorName: 'Marina Hale',
  shownRevision: 0,
};
const studio = {
  name: 'Tideline',
  address: 'Harbour Street',
  siteUrl: 'https://tideline.example',
  revision: 0,
};

describe('formatCalendar', () => {
  it('writes the properties of RFC 5545', () => {
    expect(write({}).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Tideline//Classes//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'NAME:My classes',
      'X-WR-CALNAME:My classes',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'BEGIN:VEVENT',
      'UID:booking-1@tideline.example',
      'SEQUENCE:0',
      'DTSTAMP:20260512T090000Z',
      'DTSTART:20260516T083000Z',
      'DTEND:20260516T092000Z',
      'SUMMARY:Beginner at Tideline',
      'TRANSP:OPAQUE',
      'LOCATION:1 Harbour Street',
      'DESCRIPTION:With Marina Hale.',
      'URL;VALUE=URI:https://tideline.example/my-classes',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('escapes special characters in text, so that no text can add a line', () => {
    const lines = unfold(write({ description: 'a\\b; c, d\r\nSTATUS:CANCELLED\u0007', location: 'x\ny' }));
    expect(lines).toContain('DESCRIPTION:a\\\\b\\; c\\, d\\nSTATUS:CANCELLED');
    expect(lines).toContain('LOCATION:x\\ny');
  });

  it.each(nastyCases)('keeps %s in its property', (_name, text) => {
    const written = formatCalendar(
      { name: text, events: [{ ...event, summary: text, description: text, location: text }] },
      now,
    );
    const calendar = new ICAL.Component(ICAL.parse(written));
    const [only, ...others] = calendar.getAllSubcomponents('vevent');
    expect(others).toEqual([]);
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe(cleanLine(text));
    expect(only?.getFirstPropertyValue('summary')).toBe(cleanLine(text));
    expect(only?.getFirstPropertyValue('description')).toBe(cleanText(text));
    expect(only?.getFirstPropertyValue('location')).toBe(cleanText(text));
    expect(only?.getAllProperties().map(({ name }) => name)).not.toContain('attendee');
    for (const line of written.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/\p{Cc}/u);
    }
  });

  it.each(['x'.repeat(300), 'ß'.repeat(100), '🌊'.repeat(60), `${'a'.repeat(66)}é`])(
    'folds %s into lines of at most 75 octets, between characters',
    (summary) => {
      const text = write({ summary });
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(text).not.toContain('\ufffd');
      expect(unfold(text)).toContain(`SUMMARY:${summary}`);
    },
  );

  it('marks a cancelled class as cancelled and its time as free', () => {
    expect(unfold(write({ isCancelled: true }))).toEqual(
      expect.arrayContaining(['STATUS:CANCELLED', 'TRANSP:TRANSPARENT']),
    );
  });

  it.each([
    // The clocks go forward on 29 March 2026 and back on 25 October.
    ['2026-03-28', '20260328T093000Z'],
    ['2026-03-29', '20260329T083000Z'],
    ['2026-10-24', '20261024T083000Z'],
    ['2026-10-25', '20261025T093000Z'],
  ])('converts 09:30 in London on %s to %s', (date, start) => {
    const startsAt = toLondonInstant(date, '09:30');
    const { endsAt } = describeCalendarEvent([{ ...booking, startsAt }], studio);
    expect(unfold(write({ startsAt, endsAt }))).toContain(`DTSTART:${start}`);
    expect(endsAt.getTime() - startsAt.getTime()).toBe(50 * millisecondsInMinute);
  });

  it('keeps the duration of a class across the repeated hour in October', () => {
    const startsAt = toLondonInstant('2026-10-25', '00:30');
    const lines = unfold(write(describeCalendarEvent([{ ...booking, startsAt }], studio)));
    expect(lines).toContain('DTSTART:20261024T233000Z');
    expect(lines).toContain('DTEND:20261025T002000Z');
  });
});

describe('describeCalendarEvent', () => {
  it('keeps the uid, and raises the sequence when the class changes and when the booking ends', () => {
    const first = describeCalendarEvent([booking], studio);
    const moved = describeCalendarEvent([{ ...booking, shownRevision: 4 }], studio);
    const ended = describeCalendarEvent([{ ...booking, shownRevision: 4, status: 'cancelled' }], studio);
    expect(first.uid).toBe('booking-12@tideline.example');
    expect(new Set([first, moved, ended].map(({ uid }) => uid)).size).toBe(1);
    expect(first.sequence < moved.sequence && moved.sequence < ended.sequence).toBe(true);
    for (const status of ['cancelled', 'late_cancelled', 'removed', 'class_cancelled', 'moved'] as const)
      expect(describeCalendarEvent([{ ...booking, status }], studio).isCancelled).toBe(true);
  });

  it('shows an undone cancellation and a move as the same event, at its new place', () => {
    const undone = { ...booking, id: 13, movedFromId: 12, shownRevision: 5 };
    const moved = { ...booking, id: 20, movedFromId: 13, className: 'beginner' };
    const steps = [
      [{ ...booking, shownRevision: 5 }],
      [{ ...booking, shownRevision: 5, status: 'cancelled' as const }],
      [{ ...booking, shownRevision: 5, status: 'undone' as const }, undone],
      // The other class was never changed, so that its own revision is lower.
      [
        { ...booking, shownRevision: 5, status: 'undone' as const },
        { ...undone, status: 'moved' as const },
        moved,
      ],
    ].map((bookings) =>
      groupIntoVisits([...bookings, { ...booking, id: 14 }]).map((visit) =>
        describeCalendarEvent(visit, studio),
      ),
    );
    const [first = [], ...others] = steps;
    for (const events of others) expect(events.map(({ uid }) => uid)).toEqual(first.map(({ uid }) => uid));
    expect(steps.map(([event]) => event?.isCancelled)).toEqual([false, true, false, false]);
    expect(steps.at(-1)?.[0]?.summary).toBe('Beginner at Tideline');
    const sequences = steps.map(([event]) => event?.sequence ?? 0);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    expect(new Set(sequences).size).toBe(sequences.length);
  });

  it('counts a change of the studio’s address as one of every event', () => {
    const later = { ...studio, address: 'Pier Road', revision: 1 };
    expect(describeCalendarEvent([booking], later)).toMatchObject({ location: 'Pier Road', sequence: 1 });
  });

  it('reveals nothing about a member’s health', () => {
    expect(describeCalendarEvent([booking], studio).summary).toBe('Reformer For All at Tideline');
    const { summary, description } = describeCalendarEvent(
      [{ ...booking, className: 'pre & post natal' }],
      studio,
    );
    expect(summary).toBe('Reformer Pilates at Tideline');
    expect(description).not.toMatch(/natal/i);
  });
});
