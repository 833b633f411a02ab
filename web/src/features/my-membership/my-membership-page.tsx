import { Link } from 'react-router-dom';
import { CalmSea } from '../../components/illustrations/calm-sea.tsx';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useAuth } from '../auth/auth-context.tsx';

function Content() {
  const { status, openAuth } = useAuth();
  if (status === 'loading') return <Skeleton className="h-80" />;
  if (status === 'signed-out') {
    return (
      <EmptyState
        illustration={<CalmSea />}
        title="Please sign in"
        text="Sign in to see your membership."
        action={<Button onClick={() => openAuth('signin')}>Sign In</Button>}
      />
    );
  }
  return (
    <EmptyState
      illustration={<CalmSea />}
      title="You have no membership"
      text="With a membership you have twelve classes a month and first choice of the timetable."
      action={
        <Button asChild>
          <Link to="/#membership">See the membership</Link>
        </Button>
      }
    />
  );
}

/** A member's membership. */
export function MyMembershipPage() {
  return (
    <Page title="My Membership">
      <Content />
    </Page>
  );
}
