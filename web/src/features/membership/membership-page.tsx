import { Link } from 'react-router-dom';
import type { MembershipAnswer } from '#services/contract/membership.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { aPeriod } from '#web/lib/period-words.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { useMembership } from './api/use-membership.ts';
import { HowItWorks } from './how-it-works.tsx';
import { JoinView } from './join-view.tsx';
import { MembershipContent } from './membership-content.tsx';
import { useOffer } from './membership-offer.ts';
import { isCurrent } from './membership-state.ts';
import { MembershipSummary } from './membership-summary.tsx';

const MemberView = ({ membership }: { membership: MembershipAnswer }) => (
  <div className="flex flex-col gap-6 md:gap-8">
    <MembershipSummary membership={membership} />
    <HowItWorks membership={membership} />
  </div>
);

const Aside = () => {
  const { user } = useAuth();
  const { membership } = useMembership(user !== null);
  if (!isCurrent(membership)) return null;
  return (
    <Button asChild variant="secondary">
      <Link to="/my-membership">My Membership</Link>
    </Button>
  );
};

/** /membership: a member's current membership, and the offer for everyone else. */
export const MembershipPage = () => {
  const { plan } = useOffer();
  return (
    <Page
      title="Membership"
      width="wide"
      subtitle={`Unlimited reformer Pilates access to every level and every hour of the timetable, with ${plan.passes} classes ${aPeriod[plan.interval]} to use as you like.`}
      aside={<Aside />}
    >
      <MembershipContent signedOut={<JoinView />}>
        {(membership) => (isCurrent(membership) ? <MemberView membership={membership} /> : <JoinView />)}
      </MembershipContent>
    </Page>
  );
};
