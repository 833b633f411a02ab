import { millisecondsInDay } from 'date-fns/constants';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addToMonth,
  addWallDays,
  countDaysUntil,
  countHoursBetween,
  countWeeksBetween,
  formatDate,
  formatDayTime,
  formatInstant,
  formatInstantsIn,
  formatNumericDate,
  formatShortWallDay,
  formatWallDate,
  formatWallDay,
  formatWeekLabel,
  formatWeekRange,
  getDateParts,
  getMonday,
  listWeekDates,
  parseLondonWallTime,
  toLondonDate,
  toLondonWallTime,
} from './london-time.ts';

describe('an instant in London', () => {
  it('follows summer and winter time', () => {
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

  it('belongs to the London day, also around midnight', () => {
    expect(toLondonDate('2026-05-11T22:59:59Z')).toBe('2026-05-11');
    expect(toLondonDate('2026-05-11T23:00:00Z')).toBe('2026-05-12');
    expect(toLondonDate('2026-01-11T23:59:59Z')).toBe('2026-01-11');
    expect(toLondonDate('2026-03-29T23:30:00Z')).toBe('2026-03-30');
    expect(toLondonDate('2026-10-25T23:30:00Z')).toBe('2026-10-25');
  });

  it("is formatted as the spec's MMM dd, yyyy", () => {
    expect(formatDate('2026-05-02T12:00:00Z')).toBe('May 02, 2026');
    expect(formatWallDate('2026-05-02')).toBe('May 02, 2026');
  });

  it('is formatted as dd/MM/yyyy', () => {
    expect(formatNumericDate('2026-11-05T12:00:00Z')).toBe('05/11/2026');
    expect(formatNumericDate(Date.parse('2026-05-11T23:00:00Z'))).toBe('12/05/2026');
  });

  it('is formatted to the second', () => {
    expect(formatInstant('2026-05-12T08:30:05.120Z')).toBe('May 12, 2026, 09:30:05');
    expect(formatInstant('2026-09-01T00:00:00Z')).toBe('Sep 01, 2026, 01:00:00');
    expect(toLondonWallTime('2026-01-12T08:30:05.120Z')).toBe('2026-01-12T08:30:05');
  });

  it('is formatted within a sentence', () => {
    expect(formatInstantsIn('To be used by 2026-06-12T22:59:59.999Z.')).toBe(
      'To be used by Jun 12, 2026, 23:59:59.',
    );
  });
});

describe('parseLondonWallTime', () => {
  it.each([
    ['2026-05-12T09:30:05', '2026-05-12T08:30:05.999Z'],
    ['2026-01-12T09:30', '2026-01-12T09:30:00.999Z'],
    // The hour that the clocks skip, and the one that they repeat.
    ['2026-03-29T01:30', '2026-03-29T01:30:00.999Z'],
    ['2026-10-25T01:30', '2026-10-25T00:30:00.999Z'],
  ])('parses %s in London as %s', (wall, instant) => expect(parseLondonWallTime(wall)).toBe(instant));

  it.each(['', '2026-05-12', '0002-05-12T09:30', '2026-13-12T09:30'])('returns null for "%s"', (wall) =>
    expect(parseLondonWallTime(wall)).toBeNull(),
  );
});

describe('the distance of two instants', () => {
  it('is counted in calendar days of London', () => {
    expect(countDaysUntil('2026-05-12T21:00:00Z', '2026-05-12T22:59:59.999Z')).toBe(0);
    expect(countDaysUntil('2026-05-12T23:00:00Z', '2026-05-12T22:59:59.999Z')).toBe(-1);
    expect(countDaysUntil('2026-03-28T09:00:00Z', '2026-03-29T22:59:59.999Z')).toBe(1);
    expect(countDaysUntil('2026-10-24T22:30:00Z', '2026-10-25T23:59:59.999Z')).toBe(1);
  });

  it('is counted in elapsed hours across a clock change', () => {
    expect(countHoursBetween('2026-03-28T09:30:00Z', '2026-03-29T08:30:00Z')).toBe(23);
  });
});

describe('a wall date', () => {
  it('is formatted with its weekday', () => {
    expect(formatWallDay('2026-05-12')).toBe('Tuesday 12 May');
    expect(formatShortWallDay('2026-05-12')).toBe('Tue 12 May');
    expect(getDateParts('2026-05-03')).toEqual({ weekday: 'Sun', day: '3', month: 'May' });
  });

  it('belongs to a week that begins on Monday, also when the clocks change', () => {
    expect(getMonday('2026-03-29')).toBe('2026-03-23');
    expect(getMonday('2026-10-25')).toBe('2026-10-19');
    expect(listWeekDates('2026-03-29', 0).at(-1)).toBe('2026-03-29');
    expect(listWeekDates('2026-03-29', 1)).toEqual([
      '2026-03-30',
      '2026-03-31',
      '2026-04-01',
      '2026-04-02',
      '2026-04-03',
      '2026-04-04',
      '2026-04-05',
    ]);
    expect(listWeekDates('2026-10-25', 1)[0]).toBe('2026-10-26');
  });

  it('adds any number of days, back and forth', () => {
    const dates = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(dates, fc.integer({ min: -2000, max: 2000 }), (date, days) => {
        const other = addWallDays(date, days);
        expect(Date.parse(other) - Date.parse(date)).toBe(days * millisecondsInDay);
        expect(addWallDays(other, -days)).toBe(date);
        expect(getDateParts(getMonday(other)).weekday).toBe('Mon');
        expect(listWeekDates(other, 0)).toContain(other);
      }),
    );
  });
});

it('labels a week by its distance and by its first and last day', () => {
  expect([0, 1, 2, 3].map(formatWeekLabel)).toEqual(['This Week', 'Next Week', 'Week 3', 'Week 4']);
  expect(formatWeekRange(listWeekDates('2026-05-12', 0))).toBe('11 – 17 May');
  expect(formatWeekRange(listWeekDates('2026-07-01', 0))).toBe('29 Jun – 5 Jul');
});

it('moves a month over the end of a year', () => {
  expect([-5, 0, 8].map((count) => addToMonth('2026-05', count))).toEqual(['2025-12', '2026-05', '2027-01']);
});

it('counts the weeks between two wall dates by their Mondays', () => {
  expect(countWeeksBetween('2026-11-25', '2026-11-29')).toBe(0);
  expect(countWeeksBetween('2026-11-25', '2026-11-30')).toBe(1);
  // Over the change of the clocks.
  expect(countWeeksBetween('2026-10-25', '2026-10-26')).toBe(1);
  expect(countWeeksBetween('2026-11-25', '2026-11-09')).toBe(-2);
});
