import { Link, useLocation } from 'react-router-dom';
import { cx } from '#web/components/ui/cx.ts';
import type { Entry } from './menu-entries.ts';

const classes =
  'flex min-h-12 w-full items-center rounded-md px-4 font-medium transition-colors hover:bg-sea-tint hover:text-sea-dark';

interface EntriesProps {
  readonly entries: readonly Entry[];
  readonly onSelect: () => void;
  /** Undefined without a Sign Out. */
  readonly onSignOut?: (() => void) | undefined;
}

/** The links of a dropdown. */
export function Entries({ entries, onSelect, onSignOut }: EntriesProps) {
  const { pathname } = useLocation();
  return (
    <ul>
      {entries.map(({ label, to }) => (
        <li key={to}>
          <Link
            to={to}
            onClick={onSelect}
            aria-current={pathname === to ? 'page' : undefined}
            className={cx(classes, 'aria-[current=page]:text-sea')}
          >
            {label}
          </Link>
        </li>
      ))}
      {onSignOut && (
        <li>
          <button type="button" onClick={onSignOut} className={classes}>
            Sign Out
          </button>
        </li>
      )}
    </ul>
  );
}
