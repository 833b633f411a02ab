import { ChevronLeft, ChevronRight } from 'lucide-react';
import { weekLabel, weekRange } from '../../lib/dates.ts';

interface WeekNavigatorProps {
  readonly offset: number;
  readonly days: readonly string[];
  readonly onChange: (offset: number) => void;
}

const stepLook =
  'grid size-11 shrink-0 place-items-center rounded-full border border-edge bg-surface transition-colors hover:border-sea hover:bg-sea-tint disabled:cursor-not-allowed disabled:border-sand disabled:bg-transparent disabled:text-edge';

/** The week on show, with the one before (never before this week) and the one after. */
export const WeekNavigator = ({ offset, days, onChange }: WeekNavigatorProps) => (
  <div className="flex items-center justify-between gap-4">
    <button
      type="button"
      aria-label="Previous week"
      disabled={offset === 0}
      onClick={() => onChange(offset - 1)}
      className={stepLook}
    >
      <ChevronLeft aria-hidden="true" className="size-5" />
    </button>
    <p aria-live="polite" className="text-center">
      <span className="font-display text-xl">{weekLabel(offset)}</span>
      <span className="tabular block text-ink-muted md:ml-3 md:inline">{weekRange(days)}</span>
    </p>
    <button type="button" aria-label="Next week" onClick={() => onChange(offset + 1)} className={stepLook}>
      <ChevronRight aria-hidden="true" className="size-5" />
    </button>
  </div>
);
