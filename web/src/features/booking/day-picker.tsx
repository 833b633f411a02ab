import { cx } from '#web/components/ui/cx.ts';
import { formatWallDay, getDateParts } from '#web/lib/london-time.ts';
import { usePreloadClasses } from '../timetable/api/use-classes.ts';

interface DayPickerProps {
  readonly days: readonly string[];
  readonly today: string;
  readonly selected: string;
  /** Days on which the member has a booking. */
  readonly bookedDays: ReadonlySet<string>;
  /** Days on which every class is full. */
  readonly fullDays: ReadonlySet<string>;
  /** The last day of the booking window. */
  readonly lastOpenDay: string;
  readonly onSelect: (date: string) => void;
}

const getDayClasses = (isSelected: boolean, isToday: boolean, isOutside: boolean): string => {
  if (isSelected) return 'border-sea bg-sea text-on-accent';
  if (isToday) return 'border-coral bg-surface text-coral-dark hover:bg-coral-tint';
  if (isOutside) return 'border-transparent text-ink-muted hover:bg-sand-soft';
  return 'border-sand bg-surface hover:border-sea hover:bg-sea-tint';
};

const describeDay = (isBooked: boolean, isFull: boolean, isLater: boolean): string => {
  if (isBooked) return ', you have a class';
  if (isFull) return ', full';
  return isLater ? ', booking not open yet' : '';
};

/** Seven days to choose from: a dot marks those with a booking, a word those that are full; days outside the window are dimmed. */
export const DayPicker = ({
  days,
  today,
  selected,
  bookedDays,
  fullDays,
  lastOpenDay,
  onSelect,
}: DayPickerProps) => {
  const preload = usePreloadClasses();
  return (
    <fieldset className="-mx-2.5 grid grid-cols-7 gap-1 md:mx-0 md:gap-3">
      <legend className="sr-only">Day</legend>
      {days.map((date) => {
        const { weekday, day, month } = getDateParts(date);
        const isToday = date === today;
        const isBooked = bookedDays.has(date);
        const isSelected = date === selected;
        const isFull = !isBooked && fullDays.has(date);
        const isLater = date > lastOpenDay;
        return (
          <button
            key={date}
            type="button"
            aria-pressed={isSelected}
            onClick={() => onSelect(date)}
            onPointerEnter={() => preload(date)}
            className={cx(
              'relative flex min-h-16 min-w-0 flex-col items-center justify-center rounded-card border transition-colors md:min-h-19',
              // The word below the day needs its room.
              isFull ? 'pt-1 pb-4.5' : 'pt-1.5 pb-2.5',
              getDayClasses(isSelected, isToday, date < today || isLater),
            )}
          >
            <span className={cx('text-sm leading-tight', isToday && 'font-semibold tracking-tight')}>
              {isToday ? 'Today' : weekday}
            </span>{' '}
            <span className="tabular font-display text-xl leading-tight">{day}</span>
            <span className="sr-only">
              {` ${isToday ? `, ${formatWallDay(date)}` : month}${describeDay(isBooked, isFull, isLater)}`}
            </span>
            {isFull ? (
              <span
                aria-hidden="true"
                className={cx(
                  'absolute bottom-1 font-semibold text-xs leading-none',
                  isSelected ? 'text-on-accent' : 'text-coral-dark',
                )}
              >
                Full
              </span>
            ) : null}
            {isBooked ? (
              <span
                aria-hidden="true"
                className={cx(
                  'absolute bottom-1.5 size-1.5 rounded-full',
                  isSelected ? 'bg-on-accent' : 'bg-coral',
                )}
              />
            ) : null}
          </button>
        );
      })}
    </fieldset>
  );
};
