import { lazyPart } from '#web/components/ui/lazy-parts.tsx';
import type { User } from '../auth/api/use-current-user.ts';
import { AccountSection } from './account-section.tsx';
import { ListedLater, listPlace } from './listed-later.tsx';

const PasskeysList = lazyPart(() => import('./passkeys-list.tsx').then((m) => m.PasskeysList), {
  fallback: listPlace,
  missing: { title: 'Your passkeys did not load', text: 'They work as before.' },
});

/** The member's passkeys, which sign in without the password. */
export const PasskeysSection = ({ user }: { user: User }) => {
  return (
    <AccountSection
      id="passkeys"
      title="Passkeys"
      text="Sign in by fingerprint, face or the lock of your screen. They all end when you change your password or address, or sign out everywhere."
    >
      <ListedLater>
        <PasskeysList user={user} />
      </ListedLater>
    </AccountSection>
  );
};
