import type { ScheduledClass } from '../../../../services/contract/schedule.ts';
import { cx } from '../../components/ui/cx.ts';
import { SeatDots } from '../../components/ui/seat-dots.tsx';
import { countOf } from '../../lib/money.ts';
import type { ClassCardState } from './class-card-state.ts';

const few = 2;

const spotsLeft = (left: number, isKept: boolean): string => {
  if (left > 0) return `${countOf(left, 'spot', 'spots')} left`;
  return isKept ? 'No open spots' : 'No spots left';
};

/** The seats of a class as dots, and in words beside them (which is what is read out). */
export const ClassSeats = ({ scheduled, state }: { scheduled: ScheduledClass; state: ClassCardState }) => {
  const yours = state.kind === 'booked' || (state.kind === 'past' && state.wasBooked);
  const left = state.kind === 'full' || scheduled.isMarkedFull ? 0 : Math.max(0, scheduled.availableSpots);
  // A spot that is kept for someone in line is empty, and not to be had.
  const isKept = state.kind === 'offered' || (state.kind === 'full' && state.isKept);
  const taken = isKept ? scheduled.bookedCount : scheduled.maxCapacity - left;
  const words = state.kind === 'offered' ? '1 spot, kept for you' : spotsLeft(left, isKept);
  const isScarce = left > 0 && left <= few && state.kind !== 'past';
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <span aria-hidden="true" className={cx('inline-flex', state.kind === 'past' && 'opacity-50')}>
        <SeatDots capacity={scheduled.maxCapacity} taken={taken} yours={yours} />
      </span>
      {state.kind === 'past' ? null : (
        <span className={cx(isScarce && 'font-semibold text-coral-dark')}>{words}</span>
      )}
      {yours ? <span className="text-ink-muted text-sm">your place is kept</span> : null}
    </p>
  );
};
