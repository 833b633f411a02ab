import { useSearchParams } from 'react-router-dom';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { useAuth } from '../auth/auth-context.tsx';
import { useMembership } from '../membership/api/use-membership.ts';
import { NotStarted } from './not-started.tsx';
import { useCompletedMembership } from './use-completed-membership.ts';
import { Welcome } from './welcome.tsx';

/** /membership-success: the return URL of the membership's payment page, with the actual outcome. */
export const MembershipSuccessPage = () => {
  const [query] = useSearchParams();
  const { user, status } = useAuth();
  const sessionId = query.get('session_id');
  const outcome = useCompletedMembership(status === 'signed-in' ? sessionId : null);
  const { membership } = useMembership(user !== null);

  if (status === 'signed-out') return <Welcome sessionId={sessionId} state="signed-out" />;
  if (outcome === 'already_member') return <NotStarted reason="already-member" sessionId={sessionId} />;
  if (outcome === 'active' || (outcome !== 'completing' && membership?.status === 'active'))
    return <Welcome sessionId={sessionId} state="active" />;
  if (outcome === 'unknown') return <Welcome sessionId={sessionId} state="pending" />;
  if (outcome === 'not_paid') return <NotStarted reason="not-paid" sessionId={sessionId} />;
  if (outcome === 'not_found' || (sessionId === null && membership !== undefined))
    return <NotStarted reason="not-found" sessionId={null} />;
  return (
    <div className="grid min-h-96 place-items-center" aria-busy="true">
      <Spinner label="Starting your membership..." />
    </div>
  );
};
