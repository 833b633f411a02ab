import type { ReactNode } from 'react';
import { Card } from '#web/components/ui/card.tsx';

type TodayListProps<Entry> = {
  title: string;
  /** Shown without entries. */
  empty: string;
  list: { readonly total: number; readonly entries: readonly Entry[] };
  getKey: (entry: Entry) => string | number;
  row: (entry: Entry) => ReactNode;
};

/** One open task of today: how many there are, and the first of them. */
export const TodayList = <Entry,>({ title, empty, list, getKey, row }: TodayListProps<Entry>) => (
  <Card as="section" aria-label={title} className="flex flex-col gap-2">
    <h2 className="flex items-baseline justify-between gap-3 text-xl">
      {title}
      {list.total > 0 && <span className="tabular text-ink-muted text-lg">{list.total}</span>}
    </h2>
    {list.total === 0 ? (
      <p className="text-ink-muted">{empty}</p>
    ) : (
      <ul className="flex flex-col divide-y divide-sand">
        {list.entries.map((entry) => (
          <li key={getKey(entry)} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            {row(entry)}
          </li>
        ))}
      </ul>
    )}
    {list.total > list.entries.length && (
      <p className="text-ink-muted">And {list.total - list.entries.length} more.</p>
    )}
  </Card>
);
