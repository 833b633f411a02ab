import { expect, it } from 'vitest';
import { computeMembershipStatistics, describeMembershipCancellation } from './describe-admin-membership.ts';

const terms = { planId: 1, planName: 'Monthly Membership', pricePence: 18_000, interval: 'month' } as const;

it('counts only memberships that renew as monthly revenue', () => {
  const createRow = (status: 'active' | 'paused' | 'past_due' | 'ended', cancelAtPeriodEnd = false) => ({
    ...terms,
    status,
    cancelAtPeriodEnd,
  });
  expect(
    computeMembershipStatistics([
      createRow('active'),
      createRow('active'),
      createRow('active', true),
      createRow('paused'),
      createRow('paused', true),
      createRow('past_due'),
      createRow('ended'),
      createRow('ended', true),
    ]),
  ).toEqual({
    active: 3,
    cancelling: 1,
    paused: 2,
    pastDue: 1,
    monthlyRevenuePence: 36_000,
    plans: [{ planId: 1, name: 'Monthly Membership', active: 3, renewing: 2, monthlyRevenuePence: 36_000 }],
  });
  expect(computeMembershipStatistics([])).toEqual({
    active: 0,
    cancelling: 0,
    paused: 0,
    pastDue: 0,
    monthlyRevenuePence: 0,
    plans: [],
  });
});

it('sums the monthly revenue by plan, with 13 periods of four weeks a year', () => {
  const active = { status: 'active', cancelAtPeriodEnd: false } as const;
  const eight = { planId: 100, planName: 'Eight', pricePence: 12_000, interval: '4_weeks' } as const;
  const { monthlyRevenuePence, plans } = computeMembershipStatistics([
    { ...active, ...eight },
    { ...active, ...terms },
    // Of an earlier sale at another price.
    { ...active, ...eight, pricePence: 11_000 },
  ]);
  expect(plans.map((plan) => [plan.planId, plan.renewing, plan.monthlyRevenuePence])).toEqual([
    [1, 1, 18_000],
    [100, 2, 24_917],
  ]);
  expect(monthlyRevenuePence).toBe(42_917);
});

it('describes a cancellation with the London day on which the membership ends', () => {
  const cancellation = {
    memberId: 'm',
    periodEnd: '2026-05-31T23:30:00.000Z',
    remainingPasses: 1,
    endsAlready: false,
    isUnpaid: false,
    isPaused: false,
  };
  expect(describeMembershipCancellation(cancellation, { name: 'Ann', when: 'period_end' })).toEqual({
    summary: [
      'The membership stays active until Mon 1 Jun 2026, then it ends. It does not renew, and no further payment is taken.',
      '1 pass is left to use until then; what is not used by then lapses. Nothing of this month is paid back.',
      'Classes that are booked stand.',
      'One email tells the member.',
    ],
    counts: { bookings: 0, passesReturned: 0, passesLost: 0, emails: 1 },
    people: [{ userId: 'm', name: 'Ann', effect: 'member until Mon 1 Jun 2026' }],
  });
  expect(
    describeMembershipCancellation(cancellation, { name: 'Ann', when: 'period_end', interval: '4_weeks' })
      .summary[1],
  ).toContain('Nothing of these four weeks is paid back.');
  expect(
    describeMembershipCancellation(
      { ...cancellation, endsAlready: true },
      { name: 'Ann', when: 'period_end' },
    ),
  ).toMatchObject({
    summary: ['It ends on Mon 1 Jun 2026 already. Nothing changes.'],
    counts: { emails: 0 },
  });
});

it('describes the end of a paused membership, immediately or with its pause', () => {
  const cancellation = {
    memberId: 'm',
    periodEnd: '2026-05-31T23:30:00.000Z',
    remainingPasses: 0,
    endsAlready: false,
    isUnpaid: false,
    isPaused: true,
  };
  const describe = (when: 'now' | 'period_end') =>
    describeMembershipCancellation(cancellation, { name: 'Ann', when }).summary[0];
  expect(describe('period_end')).toBe(
    'The membership stays paused until Mon 1 Jun 2026, then it ends. It does not renew, and no further payment is taken.',
  );
  expect(describe('now')).toContain('ends now, in its pause');
});

it('describes the end of an unpaid membership, immediately or with its month', () => {
  const cancellation = {
    memberId: 'm',
    periodEnd: '2026-05-31T23:30:00.000Z',
    remainingPasses: 0,
    endsAlready: false,
    isUnpaid: true,
    isPaused: false,
  };
  expect(describeMembershipCancellation(cancellation, { name: 'Ann', when: 'now' })).toEqual({
    summary: [
      'The membership ends now, and can’t be brought back; the member can start a new one.',
      'The open payment is cancelled: the card is not tried again, and nothing more is charged.',
      'Classes that are booked stand.',
      'One email tells the member.',
    ],
    counts: { bookings: 0, passesReturned: 0, passesLost: 0, emails: 1 },
    people: [{ userId: 'm', name: 'Ann', effect: 'no member any more' }],
  });
  const later = describeMembershipCancellation(
    { ...cancellation, remainingPasses: 2 },
    { name: 'Ann', when: 'period_end' },
  );
  expect(later.summary).toEqual([
    'The membership ends on Mon 1 Jun 2026. Until then it can be kept after all; nothing new can be booked on it.',
    'The open payment is cancelled: the card is not tried again, and nothing more is charged.',
    '2 passes are left of the paid month.',
    'Classes that are booked stand.',
    'One email tells the member.',
  ]);
});
