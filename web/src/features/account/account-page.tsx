import { CalmSea } from '../../components/illustrations/calm-sea.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useStudio } from '../../lib/config.ts';
import type { User } from '../auth/api/use-current-user.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { NewsletterSwitch } from './newsletter-switch.tsx';

const Details = ({ user }: { user: User }) => {
  const { email } = useStudio();
  return (
    <Card as="section" aria-labelledby="details" className="md:p-8">
      <h2 id="details" className="text-2xl">
        Your details
      </h2>
      <dl className="mt-5 flex flex-col gap-4">
        {[
          ['Name', user.name],
          ['Email', user.email],
          ['Phone', user.phone],
        ].map(([term, value]) => (
          <div key={term}>
            <dt className="text-ink-muted text-sm">{term}</dt>
            <dd className="wrap-anywhere font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {email ? (
        <p className="mt-6 text-ink-muted">
          Something changed? Write to{' '}
          <a href={`mailto:${email}`} className="text-link">
            {email}
          </a>
          .
        </p>
      ) : null}
    </Card>
  );
};

const Emails = () => (
  <Card as="section" aria-labelledby="emails" className="md:p-8">
    <h2 id="emails" className="text-2xl">
      What we email you
    </h2>
    <div className="mt-5">
      <NewsletterSwitch />
    </div>
    <p className="mt-6 border-sand border-t pt-5 text-ink-muted">
      Emails about your bookings, passes and membership come in any case: they tell you what you have paid for
      and when to be here.
    </p>
  </Card>
);

const Content = () => {
  const { user, status, openAuth } = useAuth();
  if (status === 'signed-out') {
    return (
      <EmptyState
        illustration={<CalmSea />}
        title="Sign in required"
        text="Please sign in to see your account."
        action={<Button onClick={() => openAuth('signin')}>Sign In</Button>}
      />
    );
  }
  if (user === null)
    return (
      <div aria-busy="true">
        <Skeleton className="h-80" />
      </div>
    );
  return (
    <div className="grid gap-4 md:grid-cols-2 md:items-start md:gap-6">
      <Details user={user} />
      <Emails />
    </div>
  );
};

/** /account: what the studio knows of a member, and what it sends them. */
export const AccountPage = () => (
  <Page title="My Account" subtitle="How we reach you, and what we write to you about.">
    <Content />
  </Page>
);
