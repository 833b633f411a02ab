import type { AdminMembership } from '#services/contract/membership.ts';
import { formatDate } from '#web/lib/london-time.ts';
import { formatPence } from '#web/lib/money.ts';
import { MembershipActions } from '../admin-memberships/membership-actions.tsx';
import { describeNextCharge, describeStatus } from '../admin-memberships/membership-status.ts';
import { MembershipStatusBadge } from '../admin-memberships/membership-status-badge.tsx';
import { NothingYet, PersonSection } from './person-section.tsx';

const describePeriod = ({ endedAt, endsAt, status, currentPeriodEnd }: AdminMembership): string => {
  if (endedAt !== null) return `ended ${formatDate(endedAt)}`;
  // The line about the pause shows until when.
  if (status === 'paused' && endsAt === null) return 'paused';
  return endsAt === null ? `period to ${formatDate(currentPeriodEnd)}` : `ends ${formatDate(endsAt)}`;
};

function MembershipFacts({ membership, name }: { membership: AdminMembership; name: string }) {
  const { planName, nextPlanName, pricePence, startDate } = membership;
  const nextCharge = describeNextCharge(membership);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div>
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {planName}
          {nextPlanName !== null && `, then ${nextPlanName}`}
          <MembershipStatusBadge status={describeStatus(membership)} />
        </p>
        <p className="tabular text-ink-muted">
          {formatPence(pricePence)}, since {formatDate(startDate)}, {describePeriod(membership)},{' '}
          {membership.remainingPasses} of {membership.monthlyPasses} passes left
        </p>
        {nextCharge && <p className="text-ink-muted">{nextCharge}</p>}
      </div>
      <div className="flex flex-wrap gap-1">
        <MembershipActions membership={membership} name={name} />
      </div>
    </div>
  );
}

/** The member's membership, running or ended. */
export const MembershipSection = ({
  membership,
  name,
}: {
  membership: AdminMembership | null;
  name: string;
}) => (
  <PersonSection id="membership" title="Membership">
    {membership === null ? (
      <NothingYet>Never had a membership.</NothingYet>
    ) : (
      <MembershipFacts membership={membership} name={name} />
    )}
  </PersonSection>
);
