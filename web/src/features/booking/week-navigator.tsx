import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { formatWeekLabel, formatWeekRange } from '#web/lib/london-time.ts';

interface WeekNavigatorProps {
  readonly offset: number;
  readonly days: readonly string[];
  /** Some of its days can be booked. */
  readonly isOpen: boolean;
  readonly onChange: (offset: number) => void;
}

const stepClasses =
  'grid size-11 shrink-0 place-items-center rounded-full border border-edge bg-surface transition-colors hover:border-sea hover:bg-sea-tint disabled:cursor-not-allowed disabled:border-sand disabled:bg-transparent disabled:text-edge';

/** The name of the week and the buttons to the previous one (not before this week) and the next. */
export const WeekNavigator = ({ offset, days, isOpen, onChange }: WeekNavigatorProps) => {
  const label = useRef<HTMLParagraphElement>(null);
  return (
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
      <p ref={label} tabIndex={-1} aria-live="polite" className="rounded-sm text-center">
        <span className="font-display text-xl">{formatWeekLabel(offset)}</span>
        <span className="tabular block text-ink-muted md:ml-3 md:inline">{formatWeekRange(days)}</span>
        {isOpen ? null : (
          <button
            type="button"
            onClick={() => {
              label.current?.focus();
              onChange(0);
            }}
            className="text-link mx-auto flex min-h-11 items-center"
          >
            Back to the weeks you can book
          </button>
        )}
      </p>
      <button
        type="button"
        aria-label="Next week"
        onClick={() => onChange(offset + 1)}
        className={stepClasses}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
};
