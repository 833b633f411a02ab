import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'wouter';
import { cx } from '../../components/ui/cx.ts';

interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

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
  const [search] = useSearchParams();
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
    return `?${next}`;
  };
  return (
    <div className={cx('flex items-center gap-4', look === 'top' && 'border-sand border-b')}>
      <nav aria-label={label} className="-mx-1 min-w-0 grow overflow-x-auto px-1 [scrollbar-width:thin]">
        <ul className={cx('flex w-max', look === 'top' ? 'gap-1' : 'gap-2 py-1')}>
          {tabs.map(({ id, label: text }) => (
            <li key={id}>
              <Link
                ref={id === current ? open : undefined}
                to={addressOf(id)}
                aria-current={id === current ? 'page' : undefined}
                className={cx(
                  'flex min-h-11 items-center whitespace-nowrap px-4 font-semibold transition-colors',
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
