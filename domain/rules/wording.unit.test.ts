import { expect, it } from 'vitest';
import { spellDays, spellMonths } from './spelling.ts';
import { describeLateness, formatDays, formatHours, formatMinutes } from './wording.ts';

it('formats one and several', () => {
  expect([formatHours(24), formatHours(1), formatHours(0)]).toEqual(['24 hours', '1 hour', '0 hours']);
  expect([formatDays(7), formatDays(1), formatDays(60)]).toEqual(['7 days', '1 day', '60 days']);
  expect([formatMinutes(30), formatMinutes(1)]).toEqual(['30 minutes', '1 minute']);
});

it('spells numbers up to twelve', () => {
  expect([spellDays(7), spellDays(1), spellDays(21)]).toEqual(['seven days', 'one day', '21 days']);
  expect([spellMonths(3), spellMonths(1), spellMonths(12)]).toEqual([
    'three months',
    'one month',
    'twelve months',
  ]);
});

it('describes lateness by the deadline of the booking, whatever the rule is now', () => {
  const startsAt = '2026-05-16T08:30:00.000Z';
  const late = (freeUntil: string, where?: string) => describeLateness({ startsAt, freeUntil }, where);
  expect(late('2026-05-15T08:30:00.000Z')).toBe('less than 24 hours away');
  expect(late('2026-05-16T07:30:00.000Z', 'before the class')).toBe('less than 1 hour before the class');
  expect(late('2026-05-13T08:30:00.000Z')).toBe('less than 72 hours away');
  expect(late(startsAt)).toBe('too late to cancel freely');
  expect(late('2026-05-16T07:31:00.000Z')).toBe('too late to cancel freely');
});
