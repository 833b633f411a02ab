import { Menu as MenuIcon, X } from 'lucide-react';
import { useAuth } from '../auth/auth-context.tsx';
import { AccountEntries } from './account-entries.tsx';
import { Dropdown } from './dropdown.tsx';
import { Entries } from './entries.tsx';
import { memberEntries, siteEntries } from './menu-entries.ts';

/** The Menu button and its dropdown: site entries, member entries, and the account on narrow screens. */
export function Menu() {
  const { user, signOut } = useAuth();
  return (
    <Dropdown
      label="Site"
      triggerClassName="gap-2 rounded-full border border-edge bg-surface px-4 font-semibold hover:border-sea hover:bg-sea-tint"
      trigger={(isOpen) => {
        const Icon = isOpen ? X : MenuIcon;
        return (
          <>
            <Icon aria-hidden="true" className="size-4.5" />
            <span className="max-[23rem]:sr-only">Menu</span>
          </>
        );
      }}
    >
      {(close) => (
        <>
          <Entries entries={siteEntries} onSelect={close} />
          {user && (
            <>
              <div className="mt-2 border-sand border-t pt-2">
                <Entries entries={memberEntries} onSelect={close} />
              </div>
              <div className="mt-2 border-sand border-t pt-2 lg:hidden">
                <AccountEntries user={user} onSelect={close} onSignOut={signOut} />
              </div>
            </>
          )}
        </>
      )}
    </Dropdown>
  );
}
