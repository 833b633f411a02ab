import { Menu as MenuIcon, X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { cx } from '#web/components/ui/cx.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { memberEntries, siteEntries } from './menu-entries.ts';
import { useDismiss } from './use-dismiss.ts';

function Entries({ entries, onSelect }: { entries: typeof siteEntries; onSelect: () => void }) {
  const { pathname } = useLocation();
  return (
    <ul>
      {entries.map(({ label, to }) => (
        <li key={to}>
          <Link
            to={to}
            onClick={onSelect}
            aria-current={pathname === to ? 'page' : undefined}
            className={cx(
              'flex min-h-12 items-center rounded-md px-4 font-medium transition-colors hover:bg-sea-tint hover:text-sea-dark',
              'aria-[current=page]:text-sea',
            )}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The Menu button and its dropdown: site entries, member entries, and `account` on narrow screens. */
export function Menu({ account }: { account: ReactNode }) {
  const { user } = useAuth();
  const [isOpen, setOpen] = useState(false);
  const container = useRef<HTMLElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = useCallback(() => setOpen(false), []);
  useDismiss(isOpen, container, trigger, close);

  const memberId = user?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing in or out closes the menu
  useEffect(close, [memberId, close]);

  const Icon = isOpen ? X : MenuIcon;
  return (
    <nav ref={container} aria-label="Site" className="md:relative">
      <button
        ref={trigger}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 items-center gap-2 rounded-full border border-edge bg-surface px-4 font-semibold transition-colors hover:border-sea hover:bg-sea-tint"
      >
        <Icon aria-hidden="true" className="size-4.5" />
        <span className="max-[23rem]:sr-only">Menu</span>
      </button>
      {isOpen && (
        <div
          id={id}
          className="absolute inset-x-4 top-full mt-2 animate-dialog-in rounded-card border border-sand bg-surface p-2 shadow-float md:inset-x-auto md:right-0 md:w-64"
        >
          <Entries entries={siteEntries} onSelect={close} />
          {user && (
            <div className="mt-2 border-sand border-t pt-2">
              <Entries entries={memberEntries} onSelect={close} />
            </div>
          )}
          {user && <div className="mt-2 border-sand border-t px-4 pt-3 pb-2 lg:hidden">{account}</div>}
        </div>
      )}
    </nav>
  );
}
