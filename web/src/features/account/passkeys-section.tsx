import { Suspense } from 'react';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { lazyOnInteraction } from '#web/lib/lazy-on-interaction.ts';
import { useHasInteracted } from '#web/lib/use-has-interacted.ts';
import type { User } from '../auth/api/use-current-user.ts';
import { AccountSection } from './account-section.tsx';

const PasskeysList = lazyOnInteraction(() => import('./passkeys-list.tsx').then((m) => m.PasskeysList));

/** The member's passkeys, which sign in without the password. */
export const PasskeysSection = ({ user }: { user: User }) => {
  const hasInteracted = useHasInteracted();
  return (
    <AccountSection
      id="passkeys"
      title="Passkeys"
      text="Sign in by fingerprint, face or the lock of your screen. They all end when you change your password or address, or sign out everywhere."
    >
      {hasInteracted ? (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <PasskeysList user={user} />
        </Suspense>
      ) : (
        <Skeleton className="h-24" />
      )}
    </AccountSection>
  );
};
