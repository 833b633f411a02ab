import { expect, it } from 'vitest';
import { describeMembershipEnd, formatChargeDay, formatPeriod } from './membership-text.ts';

it('describes when a membership ends and how many passes are left', () => {
  const end = '2026-12-12T09:30:00.000Z';
  expect(describeMembershipEnd(end, 7)).toBe(
    'Your membership stays active until Dec 12, 2026. You have 7 passes to use until then.',
  );
  expect(describeMembershipEnd(end, 1)).toContain('You have 1 pass to use until then.');
  expect(describeMembershipEnd(end, 0)).toContain('You have no passes left until then.');
  expect(describeMembershipEnd(null, 2)).toContain('stays active until the end of its month.');
});

it('formats the period as two London dates', () => {
  const period = {
    currentPeriodStart: '2026-06-30T23:30:00.000Z',
    currentPeriodEnd: '2026-07-31T23:30:00.000Z',
  };
  expect(formatPeriod(period)).toBe('Jul 01, 2026 – Aug 01, 2026');
  expect(formatPeriod({ currentPeriodStart: null, currentPeriodEnd: null })).toBe('–');
});

it('formats the day of the charge, including days that short months do not have', () => {
  const on = (startDate: string | null, currentPeriodEnd: string | null) =>
    formatChargeDay({ startDate, currentPeriodEnd, interval: 'month' });
  expect(on('2026-01-12T10:00:00Z', '2026-03-12T10:00:00Z')).toBe('on the 12th of each month');
  expect(on('2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z')).toBe(
    'on the 31st of each month, or the last day of a shorter one',
  );
  expect(on(null, null)).toBe('on the same day each month');
});
