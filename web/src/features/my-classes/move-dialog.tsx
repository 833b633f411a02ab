import { type RefObject, useState } from 'react';
import type { MyBooking } from '../../../../services/contract/bookings.ts';
import type { ScheduledClass } from '../../../../services/contract/schedule.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { addWallDays, formatDayTime, formatWallDay, londonDate } from '../../lib/dates.ts';
import { useClasses } from '../booking/api/use-classes.ts';
import { classCardState } from '../booking/class-card-state.ts';
import { DayPicker } from '../booking/day-picker.tsx';
import { levelName } from '../booking/level.ts';
import { useMembership } from '../membership/api/use-membership.ts';
import { ClassChoice } from './class-choice.tsx';
import { useMoveBooking } from './use-move-booking.ts';

interface MoveDialogProps {
  readonly booking: MyBooking;
  readonly bookings: readonly MyBooking[];
  readonly now: number;
  readonly focusAfter: RefObject<HTMLElement | null>;
  readonly onClose: (wasMoved: boolean) => void;
}

const daysAhead = 7;

/** The seven days from today on, or from tomorrow for a class on the last day that can be booked. */
const daysFor = (booking: MyBooking, now: number): string[] => {
  const today = londonDate(now);
  const first = booking.class.date >= addWallDays(today, daysAhead) ? addWallDays(today, 1) : today;
  return Array.from({ length: daysAhead }, (_, index) => addWallDays(first, index));
};

/** Another class for a booking: a day, a class of it with a place, and one button. */
export const MoveDialog = ({ booking, bookings, now, focusAfter, onClose }: MoveDialogProps) => {
  const { move, moving } = useMoveBooking(booking, () => onClose(true));
  const { membership } = useMembership(true);
  const days = daysFor(booking, now);
  const [date, setDate] = useState(days.includes(booking.class.date) ? booking.class.date : (days[0] ?? ''));
  const [chosen, setChosen] = useState<ScheduledClass | null>(null);
  const { classes, failed } = useClasses(date);
  const viewer = { hasPriority: membership?.status === 'active' };
  const open = classes?.filter((each) => classCardState(each, bookings, viewer, now).kind === 'open');
  const choice = open?.find(({ id }) => id === chosen?.id);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !moving && onClose(false)}
      title="Move this class"
      description={
        <>
          <span className="block font-medium text-ink">
            {levelName(booking.class.name)}, {formatDayTime(booking.class.startsAt)}
          </span>
          Choose another class. Your pass goes with it, and this place stays yours until the other one is.
        </>
      }
      size="lg"
      focusAfter={focusAfter}
      footer={
        <>
          <Button variant="secondary" disabled={moving} onClick={() => onClose(false)}>
            Keep my place
          </Button>
          <Button disabled={choice === undefined} busy={moving} onClick={() => choice && move(choice)}>
            {moving ? 'Moving...' : 'Move Here'}
          </Button>
        </>
      }
    >
      <div className="px-2.5 pt-2 md:px-0">
        <DayPicker
          days={days}
          today={londonDate(now)}
          selected={date}
          bookedDays={
            new Set(bookings.flatMap((each) => (each.status === 'confirmed' ? [each.class.date] : [])))
          }
          onSelect={setDate}
        />
      </div>
      <div className="min-h-56 pt-5">
        <ClassChoice
          day={formatWallDay(date)}
          classes={open}
          failed={failed}
          chosen={choice?.id ?? null}
          onChoose={setChosen}
        />
      </div>
    </Dialog>
  );
};
