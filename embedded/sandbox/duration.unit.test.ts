import { TZDate } from '@date-fns/tz';
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { format } from 'date-fns/format';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDuration, parseDuration } from './duration.ts';

function addIsoDuration(from: string, text: string): string {
  const duration = parseDuration(text);
  if (duration === null) throw new Error(`${text} is not a duration`);
  return addDuration(new Date(from), duration).toISOString();
}

const toLondon = (instant: Date): TZDate => new TZDate(instant, 'Europe/London');

describe('a calendar unit in London', () => {
  it('keeps the wall time when summer time starts', () => {
    expect(addIsoDuration('2026-03-28T09:30:00.000Z', 'P1D')).toBe('2026-03-29T08:30:00.000Z');
    expect(addIsoDuration('2026-03-28T09:30:00.000Z', 'P1W')).toBe('2026-04-04T08:30:00.000Z');
  });

  it('keeps the wall time when summer time ends', () => {
    expect(addIsoDuration('2026-10-24T08:30:00.000Z', 'P1D')).toBe('2026-10-25T09:30:00.000Z');
    expect(addIsoDuration('2026-10-01T08:30:00.000Z', 'P1M')).toBe('2026-11-01T09:30:00.000Z');
  });

  it('moves to after the gap when the wall time does not exist', () => {
    expect(addIsoDuration('2026-03-28T01:30:00.000Z', 'P1D')).toBe('2026-03-29T01:30:00.000Z');
  });

  it('ends on the last day of a shorter month', () => {
    expect(addIsoDuration('2026-01-31T12:00:00.000Z', 'P1M')).toBe('2026-02-28T12:00:00.000Z');
    expect(addIsoDuration('2024-02-29T12:00:00.000Z', 'P1Y')).toBe('2025-02-28T12:00:00.000Z');
  });
});

describe('an hour', () => {
  it('is exact when the clocks change', () => {
    expect(addIsoDuration('2026-03-28T09:30:00.000Z', 'PT24H')).toBe('2026-03-29T09:30:00.000Z');
    expect(addIsoDuration('2026-10-24T08:30:00.000Z', 'PT24H')).toBe('2026-10-25T08:30:00.000Z');
  });

  it('is added after the days', () => {
    expect(addIsoDuration('2026-03-28T00:30:00.000Z', 'P1DT1H30M15S')).toBe('2026-03-29T02:00:15.000Z');
  });
});

it('keeps the wall time and moves the date by any number of days', () => {
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
        expect(differenceInCalendarDays(toLondon(to), toLondon(from))).toBe(days);
        // Between one and two o'clock a wall time may not exist, or exist twice.
        if (toLondon(from).getHours() !== 1) {
          expect(format(toLondon(to), 'HH:mm:ss.SSS')).toBe(format(toLondon(from), 'HH:mm:ss.SSS'));
        }
      },
    ),
  );
});

it.each(['', 'P', 'PT', 'P1', '1D', 'P-1D', 'P1.5D', 'PT1D', 'P1H', 'P1DT', 'p1d', 'P1D '])(
  'returns null for %j',
  (text) => {
    expect(parseDuration(text)).toBeNull();
  },
);
