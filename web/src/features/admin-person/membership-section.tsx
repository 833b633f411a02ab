import { useState } from 'react';
import type { AdminMembership } from '#services/contract/membership.ts';
import { Button } from '#web/components/ui/button.tsx';
import { formatDate } from '#web/lib/london-time.ts';
import { formatPence } from '#web/lib/money.ts';
import { CancelMembershipDialog } from '../admin-memberships/cancel-membership-dialog.tsx';
import { describeNextCharge, describeStatus } from '../admin-memberships/membership-status.ts';
import { MembershipStatusBadge } from '../admin-memberships/membership-status-badge.tsx';
import { useKeepMembership } from '../admin-memberships/use-keep-membership.ts';
import { NothingYet, PersonSection } from './person-section.tsx';

const describePeriod = ({ endedAt, endsAt, currentPeriodEnd }: AdminMembership): string => {
  if (endedAt !== null) return `ended ${formatDate(endedAt)}`;
  return endsAt === null ? `period to ${formatDate(currentPeriodEnd)}` : `ends ${formatDate(endsAt)}`;
};

function MembershipFacts({ membership, name }: { membership: AdminMembership; name: string }) {
  const [isCancelling, setCancelling] = useState(false);
  const { keep, isKeeping } = useKeepMembership(membership.id);
  const { status, cancelAtPeriodEnd, planName, nextPlanName, pricePence, startDate } = membership;
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
      {status !== 'ended' && (
        <div className="flex gap-1">
          {cancelAtPeriodEnd && (
            <Button variant="quiet" size="sm" busy={isKeeping} onClick={keep}>
              Keep membership
            </Button>
          )}
          {(status === 'past_due' || !cancelAtPeriodEnd) && (
            <Button variant="quietDanger" size="sm" onClick={() => setCancelling(true)}>
              Cancel membership
            </Button>
          )}
        </div>
      )}
      {isCancelling && (
        <CancelMembershipDialog membership={membership} name={name} onClose={() => setCancelling(false)} />
      )}
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
