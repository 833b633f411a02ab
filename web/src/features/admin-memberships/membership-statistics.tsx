import type { AdminMembershipsAnswer } from '#services/contract/membership.ts';
import { FigureCards } from '#web/components/staff/figure-cards.tsx';
import { formatPence } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';

/** The key figures of all memberships. */
export function MembershipStatistics({ statistics }: Pick<AdminMembershipsAnswer, 'statistics'>) {
  const { active, cancelling, pastDue, monthlyRevenuePence } = statistics;
  const renewing = active - cancelling;
  return (
    <FigureCards
      className="lg:grid-cols-4"
      figures={[
        { name: 'Active', value: active, about: 'paid and running' },
        { name: 'Cancelling', value: cancelling, about: 'active until their month ends' },
        { name: 'Past due', value: pastDue, about: 'last payment refused' },
        {
          name: 'Monthly revenue',
          value: formatPence(monthlyRevenuePence),
          about: `${formatCount(renewing, 'membership renews', 'memberships renew')}, £180 each`,
        },
      ]}
    />
  );
}
