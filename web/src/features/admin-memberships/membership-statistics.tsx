import type { AdminMembershipsAnswer } from '../../../../services/contract/membership.ts';
import { formatPence } from '../../lib/money.ts';
import { formatCount } from '../../lib/numbers.ts';

/** What the memberships come to, at a glance. */
export function MembershipStatistics({ statistics }: Pick<AdminMembershipsAnswer, 'statistics'>) {
  const { active, cancelling, pastDue, monthlyRevenuePence } = statistics;
  const renewing = active - cancelling;
  const facts = [
    { name: 'Active', value: String(active), about: 'paid and running' },
    { name: 'Cancelling', value: String(cancelling), about: 'active until their month ends' },
    { name: 'Past due', value: String(pastDue), about: 'last payment refused' },
    {
      name: 'Monthly revenue',
      value: formatPence(monthlyRevenuePence),
      about: `${formatCount(renewing, 'membership renews', 'memberships renew')}, £180 each`,
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {facts.map(({ name, value, about }) => (
        <div key={name} className="flex flex-col rounded-card border border-sand bg-surface px-4 py-3">
          <dt className="text-ink-muted text-sm">{name}</dt>
          <dd className="flex flex-col">
            <span className="font-display text-2xl tabular-nums">{value}</span>
            <span className="text-ink-muted text-sm">{about}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
