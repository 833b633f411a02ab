import { expect, it } from 'vitest';
import { canPause, canWithdrawPause, describeNextCharge, describeStatus } from './membership-status.ts';

const due = { status: 'past_due', cancelAtPeriodEnd: false, unpaidUntil: null, pause: null } as const;
const unpaidMonth = { ...due, unpaidUntil: '2026-07-12T10:00:00.000Z' } as const;

it('names an unpaid month, with the day of the next charge', () => {
  expect(describeStatus(due)).toBe('Past due');
  expect(describeNextCharge(due)).toBeNull();
  expect(describeStatus(unpaidMonth)).toBe('Not paid, kept');
  expect(describeNextCharge(unpaidMonth)).toMatch(/^This period is not charged. Next charge .*Jul 12/);
  expect(describeStatus({ ...unpaidMonth, cancelAtPeriodEnd: true })).toBe('Past due, ending');
  expect(describeNextCharge({ ...unpaidMonth, cancelAtPeriodEnd: true })).toBeNull();
  expect(describeStatus({ ...unpaidMonth, status: 'active' })).toBe('Active');
});

it('names a pause ahead and one that runs, with when it is charged again', () => {
  const active = { ...due, status: 'active' } as const;
  const pause = { from: '2026-07-12T10:00:00.000Z', until: '2026-08-12T10:00:00.000Z' };
  const ahead = { ...active, pause };
  expect([canPause(active), canWithdrawPause(active)]).toEqual([true, false]);
  expect([canPause(ahead), canWithdrawPause(ahead)]).toEqual([false, true]);
  expect([describeStatus(ahead), describeNextCharge(ahead)]).toEqual([
    'Active',
    'Paused from Jul 12, 2026 to Aug 12, 2026',
  ]);
  const paused = { ...ahead, status: 'paused' } as const;
  expect([canPause(paused), canWithdrawPause(paused)]).toEqual([false, false]);
  expect([describeStatus(paused), describeNextCharge(paused)]).toEqual([
    'Paused',
    'Paused to Aug 12, 2026, then charged again',
  ]);
  const ending = { ...paused, cancelAtPeriodEnd: true } as const;
  expect([describeStatus(ending), describeNextCharge(ending)]).toEqual(['Paused, ending', null]);
  expect(canPause({ ...active, cancelAtPeriodEnd: true })).toBe(false);
});
