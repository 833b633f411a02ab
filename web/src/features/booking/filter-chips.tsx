import { Check } from 'lucide-react';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { cx } from '#web/components/ui/cx.ts';
import { getLevelName, isLevel } from '#web/lib/class-level.ts';
import { type ClassFilter, listInstructors, listLevels } from '../timetable/class-filter.ts';

interface FilterChipsProps {
  readonly classes: readonly ScheduledClass[];
  readonly filter: ClassFilter;
  readonly onChange: (filter: ClassFilter) => void;
}

/** Chooses a level and an instructor of the day's classes; renders nothing without a choice. */
export const FilterChips = ({ classes, filter, onChange }: FilterChipsProps) => {
  const chips = [
    ...listLevels(classes, filter).map((level) => ({
      label: isLevel(level) ? getLevelName(level) : level,
      isChosen: level === filter.level,
      next: { ...filter, level: level === filter.level ? null : level },
    })),
    ...listInstructors(classes, filter).map((instructor) => ({
      label: instructor,
      isChosen: instructor === filter.instructor,
      next: { ...filter, instructor: instructor === filter.instructor ? null : instructor },
    })),
  ];
  if (chips.length === 0) return null;
  return (
    <fieldset className="-mx-5 mb-4 flex gap-2 overflow-x-auto px-5 py-1 md:mx-0 md:mb-5 md:flex-wrap md:px-0">
      <legend className="sr-only">Show only</legend>
      {chips.map(({ label, isChosen, next }) => (
        <button
          key={label}
          type="button"
          aria-pressed={isChosen}
          onClick={() => onChange(next)}
          className={cx(
            'flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border px-4 font-medium text-sm transition-colors md:min-h-9',
            isChosen
              ? 'border-sea bg-sea text-on-accent'
              : 'border-edge bg-surface hover:border-sea hover:bg-sea-tint',
          )}
        >
          {isChosen ? <Check aria-hidden="true" className="size-4" /> : null}
          {label}
        </button>
      ))}
    </fieldset>
  );
};
