import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { cx } from '../ui/cx.ts';
import { Select } from '../ui/select.tsx';

interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

/** A phone shows about three in a row, and a few more at a swipe. */
const mostInARow = 6;

type TabsProps<Id extends string> = {
  /** Names the row for those who do not see it. */
  label: string;
  tabs: readonly Tab<Id>[];
  current: Id;
  /** The part of the address that says which tab is open. */
  param: string;
  /** What else of the address goes when the tab changes. */
  drops?: readonly string[] | undefined;
  look?: 'top' | 'sub' | undefined;
  aside?: ReactNode;
};

/** Links that look like tabs: the address says which is open, so that reload, back and a bookmark work. */
export function Tabs<Id extends string>({
  label,
  tabs,
  current,
  param,
  drops = [],
  look = 'top',
  aside,
}: TabsProps<Id>) {
  const [search, goTo] = useSearchParams();
  const open = useRef<HTMLAnchorElement>(null);
  // On a phone the row is wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place
  useEffect(() => {
    const tab = open.current;
    const row = tab?.closest('nav');
    if (tab && row)
      row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.clientWidth) / 2;
  }, [current]);
  const addressOf = (id: Id) => {
    const next = new URLSearchParams(search);
    for (const name of drops) next.delete(name);
    next.set(param, id);
    return next;
  };
  const isChoice = tabs.length > mostInARow;
  return (
    <div
      className={cx(
        'flex items-center gap-4',
        look === 'top' && 'border-sand border-b',
        isChoice && 'max-md:pb-3',
      )}
    >
      {isChoice && (
        <Select
          aria-label={label}
          value={current}
          onChange={({ target }) => {
            const chosen = tabs.find(({ id }) => id === target.value);
            if (chosen) goTo(addressOf(chosen.id));
          }}
          className="grow font-semibold md:hidden"
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
          isChoice && 'max-md:hidden',
        )}
      >
        <ul
          className={cx('flex', look === 'top' ? 'w-max gap-1' : 'gap-2 py-1 max-md:flex-wrap max-md:gap-1')}
        >
          {tabs.map(({ id, label: text }) => (
            <li key={id}>
              <Link
                ref={id === current ? open : undefined}
                to={`?${addressOf(id)}`}
                aria-current={id === current ? 'page' : undefined}
                className={cx(
                  'flex min-h-11 items-center whitespace-nowrap font-semibold transition-colors',
                  look === 'top' ? 'px-4' : 'px-4 max-md:px-3',
                  look === 'top' &&
                    'border-transparent border-b-3 text-ink-muted hover:text-ink aria-[current]:border-sea aria-[current]:text-sea-dark',
                  look === 'sub' &&
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

/** The tab that the address names, or the first. */
export const useTab = <Id extends string>(param: string, tabs: readonly Tab<Id>[]): Id => {
  const [search] = useSearchParams();
  const wanted = search.get(param);
  const found = tabs.find(({ id }) => id === wanted) ?? tabs[0];
  if (found === undefined) throw new Error(`There is no tab for ${param}`);
  return found.id;
};
