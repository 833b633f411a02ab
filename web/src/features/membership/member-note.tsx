import { Link } from 'react-router-dom';
import type { MembershipAnswer } from '#services/contract/membership.ts';
import { Button } from '#web/components/ui/button.tsx';
import { formatDate } from '#web/lib/london-time.ts';
import { formatPasses } from '#web/lib/messages.ts';

const describeBalance = ({
  status,
  openPayment,
  remainingPasses,
  currentPeriodEnd,
  pause,
}: MembershipAnswer): string => {
  if (status === 'paused')
    return `Paused${pause === null ? '' : ` until ${formatDate(pause.until)}`}. Nothing is charged for this time.`;
  if (status === 'past_due')
    return openPayment === null ? 'This month is not paid.' : 'Your last payment is still open.';
  const left = remainingPasses === 0 ? 'No passes' : formatPasses(remainingPasses);
  return `${left} left${currentPeriodEnd === null ? '' : ` until ${formatDate(currentPeriodEnd)}`}.`;
};

/** Replaces the offer for a current member: their balance, and a link to My Membership. */
export const MemberNote = ({ membership }: { membership: MembershipAnswer }) => (
  <div className="flex flex-col gap-4 rounded-card bg-white/10 p-5 sm:flex-row sm:items-center sm:justify-between">
    <div>
      <p className="font-semibold">You are a member</p>
      <p className="text-white/85">{describeBalance(membership)}</p>
    </div>
    <Button asChild variant="sun" className="shrink-0">
      <Link to="/my-membership">My Membership</Link>
    </Button>
  </div>
);
