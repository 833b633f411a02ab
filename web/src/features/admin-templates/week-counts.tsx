import { CalendarCheck2, CalendarMinus2, CalendarX2, CircleCheckBig } from 'lucide-react';
import { Badge } from '#web/components/ui/badge.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { formatWeekLabel, formatWeekRange } from '#web/lib/london-time.ts';
import type { WeekCount } from './use-templates.ts';
import { rateWeek } from './week-load.ts';

const loadBadges = {
  none: { text: 'None', tone: 'neutral', icon: CalendarX2 },
  light: { text: 'Light', tone: 'amber', icon: CalendarMinus2 },
  good: { text: 'Good', tone: 'sea', icon: CalendarCheck2 },
  full: { text: 'Full', tone: 'kelp', icon: CircleCheckBig },
} as const;

type WeekCountsProps = {
  weeks: readonly WeekCount[] | undefined;
  /** The Monday of the chosen week. */
  chosen: string | undefined;
  onChoose: (weekStart: string) => void;
};

function Week({ week, isChosen, onChoose }: { week: WeekCount; isChosen: boolean; onChoose: () => void }) {
  const { weekStart, weekEnd, count } = week;
  const { text, ...badge } = loadBadges[rateWeek(count)];
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cx(
        'flex w-full flex-col items-start rounded-card border bg-surface px-4 py-2 text-left transition-colors hover:border-sea sm:gap-1 sm:py-3',
        isChosen ? 'border-sea shadow-[inset_0_0_0_1px_var(--color-sea)]' : 'border-sand',
      )}
    >
      <span className="font-semibold">{formatWeekLabel(week.week - 1)}</span>
      <span className="tabular text-ink-muted text-sm">{formatWeekRange([weekStart, weekEnd])}</span>
      <span className="mt-1 flex w-full flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="tabular font-display text-2xl leading-none">
          {count}
          <span className="sr-only"> {count === 1 ? 'class' : 'classes'}</span>
        </span>
        <Badge {...badge}>{text}</Badge>
      </span>
    </button>
  );
}

/** The class counts of the next eight weeks, one of which is chosen. */
export function WeekCounts({ weeks, chosen, onChoose }: WeekCountsProps) {
  if (weeks === undefined) return <Skeleton className="h-32" />;
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4 sm:gap-3 2xl:grid-cols-8">
      {weeks.map((week) => (
        <li key={week.weekStart}>
          <Week week={week} isChosen={week.weekStart === chosen} onChoose={() => onChoose(week.weekStart)} />
        </li>
      ))}
    </ul>
  );
}
