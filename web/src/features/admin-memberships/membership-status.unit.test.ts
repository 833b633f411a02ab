import { expect, it } from 'vitest';
import { describeNextCharge, describeStatus } from './membership-status.ts';

const due = { status: 'past_due', cancelAtPeriodEnd: false, unpaidUntil: null } as const;
const kept = { ...due, unpaidUntil: '2026-07-12T10:00:00.000Z' } as const;

it('names an unpaid month that was kept, with the day of the next charge', () => {
  expect(describeStatus(due)).toBe('Past due');
  expect(describeNextCharge(due)).toBeNull();
  expect(describeStatus(kept)).toBe('Not paid, kept');
  expect(describeNextCharge(kept)).toMatch(/^This period is not charged. Next charge .*Jul 12/);
  expect(describeStatus({ ...kept, cancelAtPeriodEnd: true })).toBe('Past due, ending');
  expect(describeNextCharge({ ...kept, cancelAtPeriodEnd: true })).toBeNull();
  expect(describeStatus({ ...kept, status: 'active' })).toBe('Active');
});
