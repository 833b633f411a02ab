import type { AdminMembershipsAnswer } from '#services/contract/membership.ts';
import { FigureCards } from '#web/components/staff/figure-cards.tsx';
import { formatPence } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';

type Plans = AdminMembershipsAnswer['statistics']['plans'];

/** '£180 each' while all renew at one price, else each plan with what it brings. */
function describePlans(plans: Plans): string[] {
  const renewing = plans.filter((plan) => plan.renewing > 0);
  const [only, ...others] = renewing;
  if (only === undefined) return [];
  if (others.length === 0)
    return [`${formatPence(Math.round(only.monthlyRevenuePence / only.renewing))} each`];
  return renewing.map((plan) => `${plan.name} ${formatPence(plan.monthlyRevenuePence)}`);
}

/** The key figures of all memberships. */
export function MembershipStatistics({ statistics }: Pick<AdminMembershipsAnswer, 'statistics'>) {
  const { active, cancelling, paused, pastDue, monthlyRevenuePence, plans } = statistics;
  const renewing = active - cancelling;
  return (
    <FigureCards
      className="lg:grid-cols-4"
      figures={[
        {
          name: 'Active',
          value: active,
          about: paused === 0 ? 'paid and running' : `paid and running, ${paused} more paused`,
        },
        { name: 'Cancelling', value: cancelling, about: 'active until their month ends' },
        { name: 'Past due', value: pastDue, about: 'last payment refused' },
        {
          name: 'Monthly revenue',
          value: formatPence(monthlyRevenuePence),
          about: [
            formatCount(renewing, 'membership renews', 'memberships renew'),
            ...describePlans(plans),
          ].join(', '),
        },
      ]}
    />
  );
}
