import { useAuth } from '../auth/auth-context.tsx';
import { useMembership } from './api/use-membership.ts';
import { useSignUps } from './api/use-sign-ups.ts';
import { ClosedNotice } from './closed-notice.tsx';
import { MemberNote } from './member-note.tsx';
import { MembershipPurchase } from './membership-purchase.tsx';
import { isLive } from './membership-state.ts';

/** What this person can do about the membership on offer: look after theirs, buy one, or wait until there are any. */
export const MembershipAction = () => {
  const { user, status } = useAuth();
  const { membership, failed } = useMembership(user !== null);
  const signUps = useSignUps();
  const isKnown = status !== 'loading' && (user === null || membership !== undefined || failed);
  if (!isKnown || signUps === 'unknown') return <div className="min-h-22" aria-busy="true" />;
  if (membership !== undefined && isLive(membership)) return <MemberNote membership={membership} />;
  return signUps === 'closed' ? <ClosedNotice /> : <MembershipPurchase />;
};
