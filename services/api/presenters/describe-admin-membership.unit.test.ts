import { expect, it } from 'vitest';
import { cancellationEffects, computeMembershipStatistics } from './describe-admin-membership.ts';

it('counts what renews as the revenue of a month', () => {
  const one = (status: 'active' | 'past_due' | 'ended', cancelAtPeriodEnd = false) => ({
    status,
    cancelAtPeriodEnd,
  });
  expect(
    computeMembershipStatistics([
      one('active'),
      one('active'),
      one('active', true),
      one('past_due'),
      one('ended'),
      one('ended', true),
    ]),
  ).toEqual({ active: 3, cancelling: 1, pastDue: 1, monthlyRevenuePence: 36_000 });
  expect(computeMembershipStatistics([])).toEqual({
    active: 0,
    cancelling: 0,
    pastDue: 0,
    monthlyRevenuePence: 0,
  });
});

it('says what cancelling does, on the London day on which it ends', () => {
  const cancellation = {
    memberId: 'm',
    periodEnd: '2026-05-31T23:30:00.000Z',
    remainingPasses: 1,
    endsAlready: false,
  };
  expect(cancellationEffects(cancellation, { name: 'Ann' })).toEqual({
    summary: [
      'The membership stays active until Mon 1 Jun 2026, then it ends. It does not renew, and no further payment is taken.',
      '1 pass is left to use until then; what is not used by then lapses. Nothing of this month is paid back.',
      'Classes that are booked stand.',
      'One email tells the member.',
    ],
    counts: { bookings: 0, passesReturned: 0, passesLost: 0, emails: 1 },
    people: [{ userId: 'm', name: 'Ann', effect: 'member until Mon 1 Jun 2026' }],
  });
  expect(cancellationEffects({ ...cancellation, endsAlready: true }, { name: 'Ann' })).toMatchObject({
    summary: ['It ends on Mon 1 Jun 2026 already. Nothing changes.'],
    counts: { emails: 0 },
  });
});
