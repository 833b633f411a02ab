import { Link } from 'react-router-dom';
import type { MembershipAnswer } from '../../../../services/contract/membership.ts';
import { Button } from '../../components/ui/button.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useAuth } from '../auth/auth-context.tsx';
import { useMembership } from './api/use-membership.ts';
import { HowItWorks } from './how-it-works.tsx';
import { JoinView } from './join-view.tsx';
import { MembershipProblem } from './membership-problem.tsx';
import { isLive } from './membership-state.ts';
import { MembershipSummary } from './membership-summary.tsx';

const MemberView = ({ membership }: { membership: MembershipAnswer }) => (
  <div className="flex flex-col gap-6 md:gap-8">
    <MembershipSummary membership={membership} />
    <HowItWorks membership={membership} />
  </div>
);

const Content = () => {
  const { user, status } = useAuth();
  const { membership, failed, retry } = useMembership(user !== null);
  if (status === 'signed-out') return <JoinView />;
  if (failed) return <MembershipProblem onRetry={retry} />;
  if (membership === undefined)
    return (
      <div aria-busy="true">
        <Skeleton className="h-96" />
      </div>
    );
  return isLive(membership) ? <MemberView membership={membership} /> : <JoinView />;
};

const Aside = () => {
  const { user } = useAuth();
  const { membership } = useMembership(user !== null);
  if (!isLive(membership)) return null;
  return (
    <Button asChild variant="secondary">
      <Link to="/my-membership">My Membership</Link>
    </Button>
  );
};

/** /membership: how a member's membership stands, and for everyone else what it is and how to start it. */
export const MembershipPage = () => (
  <Page
    title="Membership"
    width="wide"
    subtitle="Unlimited reformer Pilates access to every level and every hour of the timetable, with 12 classes a month to use as you like."
    aside={<Aside />}
  >
    <Content />
  </Page>
);
