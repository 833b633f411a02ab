import type { User } from '../auth/api/use-current-user.ts';
import { Entries } from './entries.tsx';
import { accountEntries } from './menu-entries.ts';

interface AccountEntriesProps {
  readonly user: User;
  readonly onSelect: () => void;
  readonly onSignOut: () => void;
}

/** Whose account it is, its page and the way out of it. */
export function AccountEntries({ user, onSelect, onSignOut }: AccountEntriesProps) {
  return (
    <>
      <div className="px-4 pt-2 pb-2">
        <p className="eyebrow text-coral-dark">Account</p>
        <p className="mt-1 truncate font-medium">{user.name}</p>
        <p className="truncate text-ink-muted text-sm">{user.email}</p>
      </div>
      <Entries entries={accountEntries} onSelect={onSelect} onSignOut={onSignOut} />
    </>
  );
}
