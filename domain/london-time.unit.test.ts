import { millisecondsInDay } from 'date-fns/constants';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addPeriodToDay,
  computeAge,
  computeExpiry,
  countDaysBetween,
  endOfLondonDay,
  getBookingStart,
  getFreeCancellationEnd,
  getIsoWeekday,
  getMonday,
  getPriorityBookingStart,
  toLondonDay,
  toLondonInstant,
} from './london-time.ts';
import { defaultRules } from './rules/rules.ts';

// In 2026 the clocks go forward on 29 March and back on 25 October.
describe('toLondonInstant', () => {
  it.each([
    ['2026-01-15', '09:30', '2026-01-15T09:30:00.000Z', 'winter'],
    ['2026-06-15', '09:30', '2026-06-15T08:30:00.000Z', 'summer'],
    ['2026-03-29', '00:30', '2026-03-29T00:30:00.000Z', 'before the clocks go forward'],
    ['2026-03-29', '01:30', '2026-03-29T01:30:00.000Z', 'in the skipped hour: 02:30 on the new clock'],
    ['2026-03-29', '02:00', '2026-03-29T01:00:00.000Z', 'just after the skipped hour'],
    ['2026-10-25', '00:59', '2026-10-24T23:59:00.000Z', 'before the clocks go back'],
    ['2026-10-25', '01:30', '2026-10-25T00:30:00.000Z', 'in the hour that comes twice: the first'],
    ['2026-10-25', '02:00', '2026-10-25T02:00:00.000Z', 'after it'],
  ])('%s %s is %s (%s)', (date, time, instant) => {
    expect(toLondonInstant(date, time).toISOString()).toBe(instant);
  });

  it('refuses an invalid date', () => {
    expect(() => toLondonInstant('2026-05-32', '10:00')).toThrow(RangeError);
  });

  it('round-trips a day on a machine in any time zone', () => {
    const days = fc.date({
      min: new Date('2000-01-01T12:00:00Z'),
      max: new Date('2100-12-31T12:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 23 }), (day, hour) => {
        const date = day.toISOString().slice(0, 10);
        expect(toLondonDay(toLondonInstant(date, `${String(hour).padStart(2, '0')}:15`))).toBe(date);
        expect(toLondonDay(endOfLondonDay(date))).toBe(date);
        expect(toLondonDay(new Date(endOfLondonDay(date).getTime() + 1))).toBe(nextDay(date));
      }),
    );
  });
});

const nextDay = (date: string) =>
  new Date(Date.parse(`${date}T12:00:00Z`) + millisecondsInDay).toISOString().slice(0, 10);

describe('endOfLondonDay', () => {
  it.each([
    ['2026-03-28', '2026-03-28T23:59:59.999Z'],
    ['2026-03-29', '2026-03-29T22:59:59.999Z'],
    ['2026-10-24', '2026-10-24T22:59:59.999Z'],
    ['2026-10-25', '2026-10-25T23:59:59.999Z'],
  ])('%s ends at %s', (day, end) => {
    expect(endOfLondonDay(day).toISOString()).toBe(end);
  });
});

describe('toLondonDay', () => {
  it.each([
    ['2026-05-12T22:59:59.999Z', '2026-05-12'],
    ['2026-05-12T23:00:00.000Z', '2026-05-13'],
    ['2026-12-12T23:59:59.999Z', '2026-12-12'],
  ])('%s is on %s', (instant, day) => {
    expect(toLondonDay(new Date(instant))).toBe(day);
  });
});

describe('calendar arithmetic', () => {
  it.each([
    ['2026-01-31', 'months', 1, '2026-02-28'],
    ['2028-01-31', 'months', 1, '2028-02-29'],
    ['2026-08-31', 'months', 6, '2027-02-28'],
    ['2026-03-22', 'weeks', 1, '2026-03-29'],
    ['2026-10-20', 'weeks', 2, '2026-11-03'],
  ] as const)('%s plus %s × %i is %s', (day, unit, count, sum) => {
    expect(addPeriodToDay(day, { unit, count })).toBe(sum);
  });

  it.each([
    ['2026-03-28', '2026-03-30', 2],
    ['2026-10-24', '2026-10-26', 2],
    ['2026-05-12', '2026-05-12', 0],
    ['2026-05-12', '2026-05-11', -1],
  ])('from %s to %s are %i days', (from, to, days) => {
    expect(countDaysBetween(from, to)).toBe(days);
  });

  it.each([
    ['2026-05-12', '2010-05-12', 16],
    ['2026-05-12', '2010-05-13', 15],
    ['2026-02-28', '2010-02-28', 16],
  ])('on %s a person born on %s is %i', (day, born, age) => {
    expect(computeAge(day, born)).toBe(age);
  });

  it('computes an expiry at the end of the London day one period after the purchase', () => {
    const lateInTheEvening = new Date('2026-05-12T23:30:00.000Z'); // 13 May, 00:30
    expect(computeExpiry(lateInTheEvening, { unit: 'weeks', count: 1 }).toISOString()).toBe(
      '2026-05-20T22:59:59.999Z',
    );
  });
});

describe('weeks', () => {
  it.each([
    ['2026-03-29', 7, '2026-03-23'],
    ['2026-03-30', 1, '2026-03-30'],
    ['2026-10-25', 7, '2026-10-19'],
    ['2027-01-01', 5, '2026-12-28'],
  ])('%s is day %i of the week from %s', (day, weekday, monday) => {
    expect(getIsoWeekday(day)).toBe(weekday);
    expect(getMonday(day)).toBe(monday);
  });
});

describe('the booking window', () => {
  it.each([
    ['2026-05-16', '2026-05-08T23:00:00.000Z', '2026-05-09T11:00:00.000Z', 'summer'],
    ['2026-01-16', '2026-01-09T00:00:00.000Z', '2026-01-09T12:00:00.000Z', 'winter'],
    [
      '2026-04-05',
      '2026-03-29T00:00:00.000Z',
      '2026-03-29T11:00:00.000Z',
      'opens when the clocks go forward',
    ],
    ['2026-11-01', '2026-10-24T23:00:00.000Z', '2026-10-25T12:00:00.000Z', 'opens when the clocks go back'],
  ])('of %s opens at %s with a membership, at %s with a pass (%s)', (date, priority, pass) => {
    expect(getPriorityBookingStart(date, defaultRules).toISOString()).toBe(priority);
    expect(getBookingStart(date, defaultRules).toISOString()).toBe(pass);
    expect(getBookingStart(date, { ...defaultRules, priorityBookingHours: 0 })).toEqual(
      getPriorityBookingStart(date, defaultRules),
    );
  });

  it('opens at most a day later', () => {
    const rules = { ...defaultRules, priorityBookingHours: 24 };
    expect(getBookingStart('2026-05-16', rules).toISOString()).toBe('2026-05-09T23:00:00.000Z');
  });

  it('opens as many calendar days ahead as the rule sets, also across a change of the clocks', () => {
    const rules = { ...defaultRules, bookingWindowDays: 60 };
    expect(getPriorityBookingStart('2026-05-16', rules)).toEqual(toLondonInstant('2026-03-17', '00:00'));
    expect(getBookingStart('2026-05-16', rules)).toEqual(toLondonInstant('2026-03-17', '12:00'));
  });
});

it('ends free cancellation exact hours before, also when the clocks change', () => {
  const sunday = toLondonInstant('2026-03-29', '09:30');
  expect(getFreeCancellationEnd(sunday, defaultRules)).toEqual(toLondonInstant('2026-03-28', '08:30'));
  expect(getFreeCancellationEnd(sunday, { freeCancellationHours: 2 })).toEqual(
    toLondonInstant('2026-03-29', '07:30'),
  );
  expect(getFreeCancellationEnd(sunday, { freeCancellationHours: 0 })).toEqual(sunday);
});
