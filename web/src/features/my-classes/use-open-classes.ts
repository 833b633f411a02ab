import type { MyBooking } from '#services/contract/bookings.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { toLondonDate } from '#web/lib/london-time.ts';
import { useMembership } from '../membership/api/use-membership.ts';
import { getClassCardState } from '../timetable/class-card-state.ts';
import { hasHabit } from '../timetable/find-again.ts';
import { useWindowClasses } from '../timetable/use-window-classes.ts';

/**
 * The classes that the member can book at `now`, earliest first. Undefined until they are read: with the page for a
 * member with a usual class.
 */
export const useOpenClasses = (
  bookings: readonly MyBooking[],
  now: number,
): readonly ScheduledClass[] | undefined => {
  const isNeededAtOnce = hasHabit(bookings, toLondonDate(now));
  const { classes } = useWindowClasses(now, { isNeededAtOnce });
  const { membership } = useMembership(true);
  const viewer = { hasPriority: membership?.status === 'active' && membership.hasPriority };
  return classes?.filter((each) => getClassCardState(each, bookings, viewer, now).kind === 'open');
};
