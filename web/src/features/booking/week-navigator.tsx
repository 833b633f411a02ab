import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatWeekLabel, formatWeekRange } from '#web/lib/london-time.ts';

interface WeekNavigatorProps {
  readonly offset: number;
  readonly days: readonly string[];
  readonly onChange: (offset: number) => void;
}

const stepClasses =
  'grid size-11 shrink-0 place-items-center rounded-full border border-edge bg-surface transition-colors hover:border-sea hover:bg-sea-tint disabled:cursor-not-allowed disabled:border-sand disabled:bg-transparent disabled:text-edge';

/** The name of the week and the buttons to the previous one (not before this week) and the next. */
export const WeekNavigator = ({ offset, days, onChange }: WeekNavigatorProps) => (
  <div className="flex items-center justify-between gap-4">
    <button
      type="button"
      aria-label="Previous week"
      disabled={offset === 0}
      onClick={() => onChange(offset - 1)}
      className={stepClasses}
    >
      <ChevronLeft aria-hidden="true" className="size-5" />
    </button>
    <p aria-live="polite" className="text-center">
      <span className="font-display text-xl">{formatWeekLabel(offset)}</span>
      <span className="tabular block text-ink-muted md:ml-3 md:inline">{formatWeekRange(days)}</span>
    </p>
    <button type="button" aria-label="Next week" onClick={() => onChange(offset + 1)} className={stepClasses}>
      <ChevronRight aria-hidden="true" className="size-5" />
    </button>
  </div>
);
