import { Suspense } from 'react';
import { Card } from '#web/components/ui/card.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { lazyContent } from '#web/lib/lazy-content.ts';
import type { StaffSession } from '#web/lib/staff-session.ts';
import { AccountSignInForm } from './account-sign-in-form.tsx';

const SetUp = lazyContent(() => import('../staff-second-factor/set-up.tsx').then((m) => m.SetUp));

/** What an admin without two-step sign-in sees while the studio requires it: only how to set it up. */
export const SecondFactorNeeded = ({ session }: { session: StaffSession }) => (
  <div className="mx-auto max-w-xl py-6 md:py-14">
    <h1 className="text-3xl md:text-4xl">Two-step sign-in</h1>
    <p className="mt-2 text-ink-muted">
      {session.staffId === null
        ? 'Admins need two-step sign-in here, which a shared password does not have. Sign in with your own account.'
        : 'Admins need two-step sign-in here: a password, and a code from an app on your phone. Set it up now to go on.'}
    </p>
    <Card className="mt-6">
      {session.staffId === null ? (
        <AccountSignInForm />
      ) : (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <SetUp />
        </Suspense>
      )}
    </Card>
  </div>
);
