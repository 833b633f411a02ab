import { Link } from 'react-router-dom';
import { CalmSea } from '../../components/illustrations/calm-sea.tsx';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatDate } from '../../lib/london-time.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { useMembership } from '../membership/api/use-membership.ts';
import { MembershipProblem } from '../membership/membership-problem.tsx';
import { isLive } from '../membership/membership-state.ts';
import { RunningMembership } from './running-membership.tsx';

const SignedOut = () => {
  const { openAuth } = useAuth();
  return (
    <EmptyState
      illustration={<CalmSea />}
      title="Sign in required"
      text="Please sign in to see your membership."
      action={<Button onClick={() => openAuth('signin')}>Sign In</Button>}
    />
  );
};

/** Null for who never had one. */
const NoMembership = ({ endedAt }: { endedAt: string | null }) => (
  <EmptyState
    illustration={<CalmSea />}
    title={endedAt === null ? 'You have no membership' : `Your membership ended on ${formatDate(endedAt)}`}
    text={
      endedAt === null
        ? 'With a membership you have twelve classes a month and first choice of the timetable.'
        : 'You will not be charged again. It was good to have you, and you can come back whenever you like.'
    }
    action={
      <Button asChild>
        <Link to="/#membership">See the membership</Link>
      </Button>
    }
  />
);

const Content = () => {
  const { user, status } = useAuth();
  const { membership, failed, retry } = useMembership(user !== null);
  if (status === 'signed-out') return <SignedOut />;
  if (failed) return <MembershipProblem onRetry={retry} />;
  if (membership === undefined)
    return (
      <div aria-busy="true">
        <Skeleton className="h-96" />
      </div>
    );
  if (membership.id === null || !isLive(membership)) return <NoMembership endedAt={membership.endedAt} />;
  return <RunningMembership id={membership.id} membership={membership} />;
};

/** /my-membership */
export const MyMembershipPage = () => {
  const { status } = useAuth();
  return (
    <Page
      title="My Membership"
      width="wide"
      aside={
        // Known already while the member loads, so that it moves nothing.
        status !== 'signed-out' && (
          <Button asChild variant="secondary">
            <Link to="/account">My Account</Link>
          </Button>
        )
      }
    >
      <Content />
    </Page>
  );
};
