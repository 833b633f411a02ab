import { type RefObject, useState } from 'react';
import type { MyBooking } from '#services/contract/bookings.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import {
  addWallDays,
  countWeeksBetween,
  formatDayTime,
  formatShortWallDay,
  listWeekDates,
  toLondonDate,
} from '#web/lib/london-time.ts';
import { useRules } from '#web/lib/rules.ts';
import { DayPicker } from '../booking/day-picker.tsx';
import { WeekNavigator } from '../booking/week-navigator.tsx';
import { useMembership } from '../membership/api/use-membership.ts';
import { useClasses } from '../timetable/api/use-classes.ts';
import { getClassCardState } from '../timetable/class-card-state.ts';
import { listAlike } from '../timetable/find-again.ts';
import { useOpenDays } from '../timetable/use-open-days.ts';
import { ClassChoice, DayChoice } from './class-choice.tsx';
import { useMoveBooking } from './use-move-booking.ts';

interface MoveDialogProps {
  readonly booking: MyBooking;
  readonly bookings: readonly MyBooking[];
  /** What the member can book now; undefined until it is read. */
  readonly openClasses: readonly ScheduledClass[] | undefined;
  readonly now: number;
  readonly focusAfter: RefObject<HTMLElement | null>;
  readonly onClose: (wasMoved: boolean) => void;
}

const weekDays = 7;

/**
 * The days to choose from. A window of up to a week shows immediately: from today, or from tomorrow for a class on its last day. A longer
 * one is shown week by week.
 */
const listDays = (booking: MyBooking, now: number, windowDays: number, week: number): string[] => {
  const today = toLondonDate(now);
  if (windowDays > weekDays) return listWeekDates(today, week);
  const first = booking.class.date >= addWallDays(today, weekDays) ? addWallDays(today, 1) : today;
  return Array.from({ length: Math.min(weekDays, windowDays + 1) }, (_, index) => addWallDays(first, index));
};

const mostAlike = 3;

/** Moves a booking to another class, with one press on it: those most like it come first, then those of a day. */
export const MoveDialog = ({ booking, bookings, openClasses, now, focusAfter, onClose }: MoveDialogProps) => {
  const { move, movingToId } = useMoveBooking(booking, () => onClose(true));
  const { membership } = useMembership(true);
  const { bookingWindowDays: windowDays } = useRules();
  const [week, setWeek] = useState(Math.max(0, countWeeksBetween(toLondonDate(now), booking.class.date)));
  const days = listDays(booking, now, windowDays, week);
  const [date, setDate] = useState(days.includes(booking.class.date) ? booking.class.date : (days[0] ?? ''));
  const changeWeek = (next: number) => {
    setWeek(next);
    const today = toLondonDate(now);
    setDate(next === 0 ? today : (listWeekDates(today, next)[0] ?? today));
  };
  const { classes, hasFailed } = useClasses(date);
  const openDays = useOpenDays();
  const viewer = { hasPriority: membership?.status === 'active' && membership.hasPriority };
  const bookableClasses = classes?.filter(
    (each) => getClassCardState(each, bookings, viewer, now).kind === 'open',
  );
  const alike = listAlike(booking.class, openClasses ?? []).slice(0, mostAlike);
  const isMoving = movingToId !== null;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isMoving && onClose(false)}
      title="Move this class"
      description={
        <>
          <span className="block font-medium text-ink">
            {getLevelName(booking.class.name)}, {formatDayTime(booking.class.startsAt)}
          </span>
          Choose another class. Your pass goes with it, and this place stays yours until the other one is.
        </>
      }
      size="lg"
      focusAfter={focusAfter}
      footer={
        <Button variant="secondary" disabled={isMoving} onClick={() => onClose(false)}>
          Keep my place
        </Button>
      }
    >
      {alike.length > 0 ? (
        <div className="pt-2 pb-7">
          <ClassChoice
            title="Most like this class"
            hasDay
            classes={alike}
            movingToId={movingToId}
            onMove={move}
          />
        </div>
      ) : null}
      <div className="flex flex-col gap-5 px-2.5 pt-2 md:px-0">
        {windowDays > weekDays && <WeekNavigator offset={week} days={days} isOpen onChange={changeWeek} />}
        <DayPicker
          days={days}
          today={toLondonDate(now)}
          selected={date}
          bookedDays={
            new Set(bookings.flatMap((each) => (each.status === 'confirmed' ? [each.class.date] : [])))
          }
          {...openDays}
          onSelect={setDate}
        />
      </div>
      <div className="min-h-56 pt-5">
        <DayChoice
          day={formatShortWallDay(date)}
          classes={bookableClasses}
          hasFailed={hasFailed}
          movingToId={movingToId}
          onMove={move}
        />
      </div>
    </Dialog>
  );
};
