import type { ScheduledClass } from '#services/contract/schedule.ts';
import { cx } from '#web/components/ui/cx.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { getLevelHint, getLevelName } from '#web/lib/class-level.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';

interface MoveHereProps {
  readonly scheduledClass: ScheduledClass;
  /** Names the day, where the list has several. */
  readonly hasDay?: boolean | undefined;
  /** The class that the booking is being moved to, if any. */
  readonly movingToId: number | null;
  readonly onMove: (scheduledClass: ScheduledClass) => void;
}

const MoveHere = ({ scheduledClass, hasDay = false, movingToId, onMove }: MoveHereProps) => {
  const { id, date, time, name, instructorName, availableSpots } = scheduledClass;
  const hint = getLevelHint(name);
  const isBusy = movingToId !== null;
  return (
    <button
      type="button"
      aria-disabled={isBusy || undefined}
      onClick={() => !isBusy && onMove(scheduledClass)}
      className={cx(
        'flex min-h-14 w-full items-center gap-4 rounded-card border border-sand px-4 py-3 text-left transition-colors hover:border-sea hover:bg-sea-tint',
        movingToId === id && 'border-sea bg-sea-tint',
      )}
    >
      <span className="tabular w-16 shrink-0 font-display text-xl">{time}</span>
      <span className="min-w-0 grow">
        <span className="block font-medium">{hasDay ? formatShortWallDay(date) : getLevelName(name)}</span>
        <span className="block text-ink-muted text-sm">
          {instructorName || 'Instructor'} · {formatCount(availableSpots, 'spot', 'spots')} left
          {hint && !hasDay ? ` · ${hint}` : ''}
        </span>
      </span>
      <span className="shrink-0 font-semibold text-sea">{movingToId === id ? 'Moving...' : 'Move Here'}</span>
    </button>
  );
};

interface ClassChoiceProps extends Pick<MoveHereProps, 'hasDay' | 'movingToId' | 'onMove'> {
  readonly title: string;
  readonly classes: readonly ScheduledClass[];
}

/** Classes to which a press moves the booking. */
export const ClassChoice = ({ title, classes, ...props }: ClassChoiceProps) => (
  <section aria-label={title}>
    <h3 className="mb-3 font-sans font-semibold text-base tracking-normal">{title}</h3>
    <ul className="flex flex-col gap-3">
      {classes.map((each) => (
        <li key={each.id}>
          <MoveHere scheduledClass={each} {...props} />
        </li>
      ))}
    </ul>
  </section>
);

interface DayChoiceProps extends Pick<MoveHereProps, 'movingToId' | 'onMove'> {
  readonly day: string;
  /** The bookable classes of the day; undefined while loading. */
  readonly classes: readonly ScheduledClass[] | undefined;
  readonly hasFailed: boolean;
}

/** The bookable classes of a day. */
export const DayChoice = ({ day, classes, hasFailed, ...props }: DayChoiceProps) => {
  if (hasFailed)
    return <p className="text-ink-muted">We could not load the timetable. Please try again in a moment.</p>;
  if (classes === undefined) return <Skeleton className="h-40" />;
  if (classes.length === 0)
    return (
      <p role="status" className="text-ink-muted">
        No class on {day} has a place you can book. Choose another day.
      </p>
    );
  return <ClassChoice title={day} classes={classes} {...props} />;
};
