import type { ReactNode } from 'react';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { cx } from '#web/components/ui/cx.ts';
import { SeatDots } from '#web/components/ui/seat-dots.tsx';
import { formatCount } from '#web/lib/numbers.ts';
import type { ClassCardState } from '../timetable/class-card-state.ts';
import { countSpotsLeft } from '../timetable/spots-left.ts';

const scarceSpots = 2;

const describeSpotsLeft = (left: number, isReserved: boolean): string => {
  if (left > 0) return `${formatCount(left, 'spot', 'spots')} left`;
  return isReserved ? 'No open spots' : 'No spots left';
};

/** The seats of a class as dots and in words; screen readers read the words. */
export const ClassSeats = ({
  scheduledClass,
  state,
  mark,
}: {
  scheduledClass: ScheduledClass;
  state: ClassCardState;
  /** Beside the seats. */
  mark: ReactNode;
}) => {
  const isYours = state.kind === 'booked' || (state.kind === 'past' && state.wasBooked);
  const left = state.kind === 'full' ? 0 : countSpotsLeft(scheduledClass);
  // A spot that is reserved for the waitlist is empty but not bookable.
  const isReserved = state.kind === 'offered' || (state.kind === 'full' && state.isReserved);
  const taken = isReserved ? scheduledClass.bookedCount : scheduledClass.maxCapacity - left;
  const words = state.kind === 'offered' ? '1 spot, kept for you' : describeSpotsLeft(left, isReserved);
  const isScarce = left > 0 && left <= scarceSpots && state.kind !== 'past';
  return (
    <p className="mt-2.5 flex md:mt-4 flex-wrap items-center gap-x-3 gap-y-1.5">
      <span aria-hidden="true" className={cx('inline-flex', state.kind === 'past' && 'opacity-50')}>
        <SeatDots capacity={scheduledClass.maxCapacity} taken={taken} yours={isYours} />
      </span>
      {state.kind === 'past' ? null : (
        <span className={cx(isScarce && 'font-semibold text-coral-dark')}>{words}</span>
      )}
      {isYours ? <span className="text-ink-muted text-sm">your place is kept</span> : null}
      {mark}
    </p>
  );
};
