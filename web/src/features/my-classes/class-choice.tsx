import type { ScheduledClass } from '#services/contract/schedule.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { getLevelHint, getLevelName } from '#web/lib/class-level.ts';
import { formatCount } from '#web/lib/numbers.ts';

interface ClassChoiceProps {
  readonly day: string;
  /** The bookable classes of the day; undefined while loading. */
  readonly classes: readonly ScheduledClass[] | undefined;
  readonly hasFailed: boolean;
  readonly chosenId: number | null;
  readonly onChoose: (scheduledClass: ScheduledClass) => void;
}

/** Radio buttons for the bookable classes of a day. */
export const ClassChoice = ({ day, classes, hasFailed, chosenId, onChoose }: ClassChoiceProps) => {
  if (hasFailed)
    return <p className="text-ink-muted">We could not load the timetable. Please try again in a moment.</p>;
  if (classes === undefined) return <Skeleton className="h-40" />;
  if (classes.length === 0)
    return (
      <p role="status" className="text-ink-muted">
        No class on {day} has a place you can book. Choose another day.
      </p>
    );
  return (
    <fieldset>
      <legend className="mb-3 font-semibold">{day}</legend>
      <div className="flex flex-col gap-3">
        {classes.map((scheduledClass) => {
          const hint = getLevelHint(scheduledClass.name);
          return (
            <label
              key={scheduledClass.id}
              className="flex min-h-14 cursor-pointer items-center gap-4 rounded-card border border-sand px-4 py-3 transition-colors hover:border-sea has-checked:border-sea has-checked:bg-sea-tint"
            >
              <input
                type="radio"
                name="move-to"
                className="size-5 shrink-0 accent-sea"
                checked={chosenId === scheduledClass.id}
                onChange={() => onChoose(scheduledClass)}
              />
              <span className="tabular w-16 shrink-0 font-display text-xl">{scheduledClass.time}</span>
              <span className="min-w-0 grow">
                <span className="block font-medium">{getLevelName(scheduledClass.name)}</span>
                <span className="block text-ink-muted text-sm">
                  {scheduledClass.instructorName || 'Instructor'} ·{' '}
                  {formatCount(scheduledClass.availableSpots, 'spot', 'spots')} left
                  {hint ? ` · ${hint}` : ''}
                </span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
};
