import { useAuth } from '../auth/auth-context.tsx';
import { useMembership } from './api/use-membership.ts';
import { useMembershipAvailability } from './api/use-membership-availability.ts';

import { ClosedNotice } from './closed-notice.tsx';
import { MemberNote } from './member-note.tsx';
import type { OfferedPlan } from './membership-offer.ts';
import { MembershipPurchase } from './membership-purchase.tsx';
import { isCurrent } from './membership-state.ts';

/** The action under the offer: the member's own membership, the purchase, or the notice that memberships are closed. */
export const MembershipAction = ({ plan, isClosed }: { plan: OfferedPlan; isClosed: boolean }) => {
  const { user, status } = useAuth();
  const { membership, hasFailed } = useMembership(user !== null);
  const availability = useMembershipAvailability();
  const isKnown = status !== 'loading' && (user === null || membership !== undefined || hasFailed);
  if (!isKnown || availability === 'unknown') return <div className="min-h-22" aria-busy="true" />;
  if (membership !== undefined && isCurrent(membership)) return <MemberNote membership={membership} />;
  return availability === 'closed' || isClosed ? <ClosedNotice /> : <MembershipPurchase plan={plan} />;
};
