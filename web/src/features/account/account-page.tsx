import { Suspense } from 'react';
import { LoadProblem } from '#web/components/ui/load-problem.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { lazyContent } from '#web/lib/lazy-content.ts';
import type { User } from '../auth/api/use-current-user.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { AccountSection } from './account-section.tsx';
import { useProfile } from './api/use-profile.ts';
import { CardsSection } from './cards-section.tsx';
import { DataSection } from './data-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { HealthForm } from './health-form.tsx';
import { NewsletterSwitch } from './newsletter-switch.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';

// For visitors only.
const SignInRequired = lazyContent(() =>
  import('../auth/sign-in-required.tsx').then((m) => m.SignInRequired),
);

const Emails = () => (
  <AccountSection id="emails" title="Emails">
    <NewsletterSwitch />
    <p className="mt-6 border-sand border-t pt-5 text-ink-muted">
      Emails about your bookings, passes and membership come in any case: they tell you what you have paid for
      and when to be here.
    </p>
  </AccountSection>
);

const Loading = () => (
  <div aria-busy="true" className="grid gap-4 md:grid-cols-2 md:gap-6">
    <Skeleton className="h-120" />
    <Skeleton className="h-120" />
  </div>
);

const Sections = ({ user }: { user: User }) => {
  const { account, hasFailed, retry, saveProfile, saveHealth, removeHealth } = useProfile();
  if (hasFailed) {
    return <LoadProblem title="Your account did not load" text="Nothing of yours is lost." onRetry={retry} />;
  }
  if (account === undefined) return <Loading />;
  const { profile, health, hasAnsweredHealth } = account;
  return (
    <div className="grid gap-4 md:grid-cols-2 md:items-start md:gap-6">
      <div className="flex flex-col gap-4 md:gap-6">
        <AccountSection id="profile" title="Profile">
          <ProfileForm profile={profile} save={saveProfile} />
        </AccountSection>
        <AccountSection id="health" title="Health and safety">
          {hasAnsweredHealth ? null : (
            <Notice className="mb-5">
              You have not answered these yet. Please do before your first class.
            </Notice>
          )}
          <HealthForm
            key={String(hasAnsweredHealth)}
            health={health}
            isConsented={hasAnsweredHealth}
            save={saveHealth}
            remove={removeHealth}
          />
        </AccountSection>
        <AccountSection id="password" title="Password">
          <PasswordForm email={profile.email} />
        </AccountSection>
        <PasskeysSection user={user} />
        <CardsSection />
      </div>
      <div className="flex flex-col gap-4 md:gap-6">
        <NotificationsSection />
        <Emails />
        <DevicesSection />
        <DataSection />
      </div>
      <div className="md:col-span-2">
        <DeleteSection />
      </div>
    </div>
  );
};

const Content = () => {
  const { user, status } = useAuth();
  if (status === 'signed-out')
    return (
      <Suspense fallback={<Loading />}>
        <SignInRequired text="Please sign in to see your account." />
      </Suspense>
    );
  return user === null ? <Loading /> : <Sections user={user} />;
};

/** /account: the member's profile, health answers, newsletter, password, sessions and data. */
export const AccountPage = () => (
  <Page title="My Account" subtitle="What we know of you, what we write to you, and the way out.">
    <Content />
  </Page>
);
