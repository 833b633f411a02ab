import type { ScheduledClass } from '../../../../services/contract/schedule.ts';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { countOf } from '../../lib/money.ts';
import { levelHint, levelName } from '../booking/level.ts';

interface ClassChoiceProps {
  readonly day: string;
  /** Those that can be booked; undefined while they load. */
  readonly classes: readonly ScheduledClass[] | undefined;
  readonly failed: boolean;
  readonly chosen: number | null;
  readonly onChoose: (scheduled: ScheduledClass) => void;
}

/** The classes of a day that have a place, one of which can be chosen. */
export const ClassChoice = ({ day, classes, failed, chosen, onChoose }: ClassChoiceProps) => {
  if (failed)
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
        {classes.map((scheduled) => {
          const hint = levelHint(scheduled.name);
          return (
            <label
              key={scheduled.id}
              className="flex min-h-14 cursor-pointer items-center gap-4 rounded-card border border-sand px-4 py-3 transition-colors hover:border-sea has-checked:border-sea has-checked:bg-sea-tint"
            >
              <input
                type="radio"
                name="move-to"
                className="size-5 shrink-0 accent-sea"
                checked={chosen === scheduled.id}
                onChange={() => onChoose(scheduled)}
              />
              <span className="tabular w-16 shrink-0 font-display text-xl">{scheduled.time}</span>
              <span className="min-w-0 grow">
                <span className="block font-medium">{levelName(scheduled.name)}</span>
                <span className="block text-ink-muted text-sm">
                  {scheduled.instructorName || 'Instructor'} ·{' '}
                  {countOf(scheduled.availableSpots, 'spot', 'spots')} left
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
