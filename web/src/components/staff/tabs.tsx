import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { cx } from '../ui/cx.ts';
import { Select } from '../ui/select.tsx';

interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

/** More tabs than this become a select on phones. */
const maxPhoneTabs = 6;

type TabsProps<Id extends string> = {
  label: string;
  tabs: readonly Tab<Id>[];
  current: Id;
  /** The search parameter that holds the current tab. */
  param: string;
  /** Search parameters to remove when the tab changes. */
  resets?: readonly string[] | undefined;
  variant?: 'top' | 'sub' | undefined;
  aside?: ReactNode;
};

/** Tabs that are links: the address holds the current one, so that reload, back and bookmarks work. */
export function Tabs<Id extends string>({
  label,
  tabs,
  current,
  param,
  resets = [],
  variant = 'top',
  aside,
}: TabsProps<Id>) {
  const [search, setSearch] = useSearchParams();
  const currentTab = useRef<HTMLAnchorElement>(null);
  // On phones the row is wider than the screen, so the current tab is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the current tab changes
  useEffect(() => {
    const tab = currentTab.current;
    const row = tab?.closest('nav');
    if (tab && row)
      row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.clientWidth) / 2;
  }, [current]);
  const withTab = (id: Id) => {
    const next = new URLSearchParams(search);
    for (const name of resets) next.delete(name);
    next.set(param, id);
    return next;
  };
  const hasSelect = tabs.length > maxPhoneTabs;
  return (
    <div
      className={cx(
        'flex items-center gap-4',
        variant === 'top' && 'border-sand border-b',
        // Where they don't fit in one row, what is beside the tabs comes above them.
        aside !== undefined && 'flex-wrap-reverse justify-end gap-y-2',
        hasSelect && 'max-md:pb-3',
      )}
    >
      {hasSelect && (
        <Select
          aria-label={label}
          value={current}
          onChange={({ target }) => {
            const chosen = tabs.find(({ id }) => id === target.value);
            if (chosen) setSearch(withTab(chosen.id));
          }}
          className="min-w-44 grow font-semibold md:hidden"
        >
          {tabs.map(({ id, label: text }) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </Select>
      )}
      <nav
        aria-label={label}
        className={cx(
          '-mx-1 min-w-0 grow overflow-x-auto px-1 [scrollbar-width:thin]',
          hasSelect && 'max-md:hidden',
        )}
      >
        <ul
          className={cx(
            'flex',
            variant === 'top' ? 'w-max gap-1' : 'gap-2 py-1 max-md:flex-wrap max-md:gap-1',
          )}
        >
          {tabs.map(({ id, label: text }) => (
            <li key={id}>
              <Link
                ref={id === current ? currentTab : undefined}
                to={`?${withTab(id)}`}
                aria-current={id === current ? 'page' : undefined}
                className={cx(
                  'flex min-h-11 items-center whitespace-nowrap font-semibold transition-colors',
                  variant === 'top' ? 'px-4' : 'px-4 max-md:px-2.5',
                  variant === 'top' &&
                    'border-transparent border-b-3 text-ink-muted hover:text-ink aria-[current]:border-sea aria-[current]:text-sea-dark',
                  variant === 'sub' &&
                    'rounded-full text-ink-muted hover:bg-sand-soft aria-[current]:bg-sea-tint aria-[current]:text-sea-dark',
                )}
              >
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {aside}
    </div>
  );
}

/** The tab in the address, or the first. */
export const useTab = <Id extends string>(param: string, tabs: readonly Tab<Id>[]): Id => {
  const [search] = useSearchParams();
  const wanted = search.get(param);
  const found = tabs.find(({ id }) => id === wanted) ?? tabs[0];
  if (found === undefined) throw new Error(`No tabs for ${param}`);
  return found.id;
};
