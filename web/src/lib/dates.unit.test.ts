import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addWallDays,
  dayParts,
  daysUntil,
  formatDate,
  formatDayTime,
  formatShortWallDay,
  formatWallDate,
  formatWallDay,
  hoursBetween,
  londonDate,
  mondayOf,
  weekLabel,
  weekOf,
  weekRange,
} from './dates.ts';

describe('instants, as London reads them', () => {
  it('shows summer and winter time', () => {
    expect(formatDayTime('2026-05-12T08:30:00Z')).toBe('Tue 12 May, 09:30');
    expect(formatDayTime('2026-01-13T09:30:00Z')).toBe('Tue 13 Jan, 09:30');
  });

  it('skips an hour on the day the clocks go forward', () => {
    expect(formatDayTime('2026-03-29T00:59:00Z')).toBe('Sun 29 Mar, 00:59');
    expect(formatDayTime('2026-03-29T01:00:00Z')).toBe('Sun 29 Mar, 02:00');
  });

  it('repeats an hour on the day the clocks go back', () => {
    expect(formatDayTime('2026-10-25T00:30:00Z')).toBe('Sun 25 Oct, 01:30');
    expect(formatDayTime('2026-10-25T01:30:00Z')).toBe('Sun 25 Oct, 01:30');
    expect(formatDayTime('2026-10-25T02:30:00Z')).toBe('Sun 25 Oct, 02:30');
  });

  it('knows the London day around midnight', () => {
    expect(londonDate('2026-05-11T22:59:59Z')).toBe('2026-05-11');
    expect(londonDate('2026-05-11T23:00:00Z')).toBe('2026-05-12');
    expect(londonDate('2026-01-11T23:59:59Z')).toBe('2026-01-11');
    expect(londonDate('2026-03-29T23:30:00Z')).toBe('2026-03-30');
    expect(londonDate('2026-10-25T23:30:00Z')).toBe('2026-10-25');
  });

  it("writes dates as the spec's MMM dd, yyyy", () => {
    expect(formatDate('2026-05-02T12:00:00Z')).toBe('May 02, 2026');
    expect(formatWallDate('2026-05-02')).toBe('May 02, 2026');
  });

  it('counts days by the calendar of London', () => {
    expect(daysUntil('2026-05-12T21:00:00Z', '2026-05-12T22:59:59.999Z')).toBe(0);
    expect(daysUntil('2026-05-12T23:00:00Z', '2026-05-12T22:59:59.999Z')).toBe(-1);
    expect(daysUntil('2026-03-28T09:00:00Z', '2026-03-29T22:59:59.999Z')).toBe(1);
    expect(daysUntil('2026-10-24T22:30:00Z', '2026-10-25T23:59:59.999Z')).toBe(1);
  });

  it('counts hours of the world across a clock change', () => {
    expect(hoursBetween('2026-03-28T09:30:00Z', '2026-03-29T08:30:00Z')).toBe(23);
  });
});

describe('wall dates', () => {
  it('names them', () => {
    expect(formatWallDay('2026-05-12')).toBe('Tuesday 12 May');
    expect(formatShortWallDay('2026-05-12')).toBe('Tue 12 May');
    expect(dayParts('2026-05-03')).toEqual({ weekday: 'Sun', day: '3', month: 'May' });
  });

  it('begins the week on Monday, also in the weeks the clocks change', () => {
    expect(mondayOf('2026-03-29')).toBe('2026-03-23');
    expect(mondayOf('2026-10-25')).toBe('2026-10-19');
    expect(weekOf('2026-03-29', 0).at(-1)).toBe('2026-03-29');
    expect(weekOf('2026-03-29', 1)).toEqual([
      '2026-03-30',
      '2026-03-31',
      '2026-04-01',
      '2026-04-02',
      '2026-04-03',
      '2026-04-04',
      '2026-04-05',
    ]);
    expect(weekOf('2026-10-25', 1)[0]).toBe('2026-10-26');
  });

  it('labels the weeks', () => {
    expect([0, 1, 2, 3].map(weekLabel)).toEqual(['This Week', 'Next Week', 'Week 3', 'Week 4']);
    expect(weekRange(weekOf('2026-05-12', 0))).toBe('11 – 17 May');
    expect(weekRange(weekOf('2026-07-01', 0))).toBe('29 Jun – 5 Jul');
  });

  it('adds and counts days back and forth', () => {
    const dates = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(dates, fc.integer({ min: -2000, max: 2000 }), (date, days) => {
        const other = addWallDays(date, days);
        expect(Date.parse(other) - Date.parse(date)).toBe(days * 86_400_000);
        expect(addWallDays(other, -days)).toBe(date);
        expect(dayParts(mondayOf(other)).weekday).toBe('Mon');
        expect(weekOf(other, 0)).toContain(other);
      }),
    );
  });
});
