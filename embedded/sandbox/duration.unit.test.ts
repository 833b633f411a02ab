import { TZDate } from '@date-fns/tz';
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { format } from 'date-fns/format';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDuration, parseDuration } from './duration.ts';

function moved(from: string, text: string): string {
  const duration = parseDuration(text);
  if (duration === null) throw new Error(`${text} is not a duration`);
  return addDuration(new Date(from), duration).toISOString();
}

const inLondon = (instant: Date): TZDate => new TZDate(instant, 'Europe/London');

describe('a day keeps the wall time in London', () => {
  it('is 23 hours over the change to summer time', () => {
    expect(moved('2026-03-28T09:30:00.000Z', 'P1D')).toBe('2026-03-29T08:30:00.000Z');
    expect(moved('2026-03-28T09:30:00.000Z', 'P1W')).toBe('2026-04-04T08:30:00.000Z');
  });

  it('is 25 hours over the change to winter time', () => {
    expect(moved('2026-10-24T08:30:00.000Z', 'P1D')).toBe('2026-10-25T09:30:00.000Z');
    expect(moved('2026-10-01T08:30:00.000Z', 'P1M')).toBe('2026-11-01T09:30:00.000Z');
  });

  it('lands after the gap when the wall time does not exist', () => {
    expect(moved('2026-03-28T01:30:00.000Z', 'P1D')).toBe('2026-03-29T01:30:00.000Z');
  });

  it('ends a month early where the next one is shorter', () => {
    expect(moved('2026-01-31T12:00:00.000Z', 'P1M')).toBe('2026-02-28T12:00:00.000Z');
    expect(moved('2024-02-29T12:00:00.000Z', 'P1Y')).toBe('2025-02-28T12:00:00.000Z');
  });
});

describe('hours are exact', () => {
  it('over both changes', () => {
    expect(moved('2026-03-28T09:30:00.000Z', 'PT24H')).toBe('2026-03-29T09:30:00.000Z');
    expect(moved('2026-10-24T08:30:00.000Z', 'PT24H')).toBe('2026-10-25T08:30:00.000Z');
  });

  it('and come after the days', () => {
    expect(moved('2026-03-28T00:30:00.000Z', 'P1DT1H30M15S')).toBe('2026-03-29T02:00:15.000Z');
  });
});

it('keeps the wall time and moves the date by that many days, on any day', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      fc.integer({ min: 0, max: 800 }),
      (from, days) => {
        const to = addDuration(from, {
          years: 0,
          months: 0,
          weeks: 0,
          days,
          hours: 0,
          minutes: 0,
          seconds: 0,
        });
        expect(differenceInCalendarDays(inLondon(to), inLondon(from))).toBe(days);
        // Between one and two o'clock a wall time may not exist, or exist twice.
        if (inLondon(from).getHours() !== 1) {
          expect(format(inLondon(to), 'HH:mm:ss.SSS')).toBe(format(inLondon(from), 'HH:mm:ss.SSS'));
        }
      },
    ),
  );
});

it.each(['', 'P', 'PT', 'P1', '1D', 'P-1D', 'P1.5D', 'PT1D', 'P1H', 'P1DT', 'p1d', 'P1D '])(
  'refuses %j',
  (text) => {
    expect(parseDuration(text)).toBeNull();
  },
);
