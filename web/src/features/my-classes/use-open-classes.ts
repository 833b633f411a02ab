import type { MyBooking } from '#services/contract/bookings.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { toLondonDate } from '#web/lib/london-time.ts';
import { useRuleValues } from '#web/lib/rule-values.ts';
import { useHasInteracted } from '#web/lib/use-has-interacted.ts';
import { useMembership } from '../membership/api/use-membership.ts';
import { useComingClasses } from '../timetable/api/use-coming-classes.ts';
import { getClassCardState } from '../timetable/class-card-state.ts';

/** Until the rules are read. */
const defaultWindowDays = 7;

/** The classes that the member can book at `now`, earliest first; undefined until they are read, after the first interaction. */
export const useOpenClasses = (
  bookings: readonly MyBooking[],
  now: number,
): readonly ScheduledClass[] | undefined => {
  const hasInteracted = useHasInteracted();
  const windowDays = Number(useRuleValues()?.booking_window_days ?? defaultWindowDays);
  const classes = useComingClasses(hasInteracted ? toLondonDate(now) : null, windowDays + 1);
  const { membership } = useMembership(true);
  const viewer = { hasPriority: membership?.status === 'active' && membership.hasPriority };
  return classes?.filter((each) => getClassCardState(each, bookings, viewer, now).kind === 'open');
};
