import type { User } from '../auth/api/use-current-user.ts';
import { AccountEntries } from './account-entries.tsx';
import { Dropdown } from './dropdown.tsx';
import { getInitials } from './initials.ts';

interface AccountMenuProps {
  readonly user: User;
  readonly onSignOut: () => void;
}

/** The member's initials, and on wide screens their email address, with their account under it. */
export function AccountMenu({ user, onSignOut }: AccountMenuProps) {
  return (
    <Dropdown
      label="Account"
      className="max-lg:hidden"
      triggerClassName="group gap-2.5 rounded-full text-ink-muted hover:text-sea"
      trigger={() => (
        <>
          <span className="sr-only">Account of </span>
          <span
            aria-hidden="true"
            className="grid size-10 place-items-center rounded-full bg-deep font-semibold text-sm text-white tracking-wide transition-colors group-hover:bg-sea"
          >
            {getInitials(user.name)}
          </span>
          <span className="max-w-48 truncate max-xl:sr-only">{user.email}</span>
        </>
      )}
    >
      {(close) => <AccountEntries user={user} onSelect={close} onSignOut={onSignOut} />}
    </Dropdown>
  );
}
