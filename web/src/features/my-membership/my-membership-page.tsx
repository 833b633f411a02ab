import { Link } from 'react-router-dom';
import type { MembershipAnswer } from '#services/contract/membership.ts';
import { CalmSea } from '#web/components/illustrations/calm-sea.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { formatDate } from '#web/lib/london-time.ts';
import { aPeriod } from '#web/lib/period-words.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { SignInRequired } from '../auth/sign-in-required.tsx';
import { MembershipContent } from '../membership/membership-content.tsx';
import { isCurrent } from '../membership/membership-state.ts';
import { CurrentMembership } from './current-membership.tsx';

/** `endedAt` is null for a member who never had a membership; the other terms are of the plan that is offered then. */
const NoMembership = ({ endedAt, monthlyPasses, interval, hasPriority }: MembershipAnswer) => (
  <EmptyState
    illustration={<CalmSea />}
    title={endedAt === null ? 'You have no membership' : `Your membership ended on ${formatDate(endedAt)}`}
    text={
      endedAt === null
        ? `With a membership you have ${monthlyPasses === 12 ? 'twelve' : monthlyPasses} classes ${aPeriod[interval]}${hasPriority ? ' and first choice of the timetable' : ''}.`
        : 'You will not be charged again. It was good to have you, and you can come back whenever you like.'
    }
    action={
      <Button asChild>
        <Link to="/#membership">See the membership</Link>
      </Button>
    }
  />
);

/** /my-membership */
export const MyMembershipPage = () => {
  const { status } = useAuth();
  return (
    <Page
      title="My Membership"
      width="wide"
      aside={
        // Rendered while the session loads, too, so that the layout does not shift.
        status !== 'signed-out' && (
          <Button asChild variant="secondary">
            <Link to="/account">My Account</Link>
          </Button>
        )
      }
    >
      <MembershipContent signedOut={<SignInRequired text="Please sign in to see your membership." />}>
        {(membership) =>
          membership.id !== null && isCurrent(membership) ? (
            <CurrentMembership id={membership.id} membership={membership} />
          ) : (
            <NoMembership {...membership} />
          )
        }
      </MembershipContent>
    </Page>
  );
};
