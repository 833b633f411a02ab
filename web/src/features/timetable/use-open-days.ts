import { addWallDays, toLondonDate } from '#web/lib/london-time.ts';
import { useRuleValues } from '#web/lib/rule-values.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useHasInteracted } from '#web/lib/use-has-interacted.ts';
import { useComingClasses } from './api/use-coming-classes.ts';
import { findFullDays } from './day-openness.ts';

/** Until the rules are read. */
const defaultWindowDays = 7;

/** The last day of the booking window, and the days in it that are full; these are read once the person interacts. */
export const useOpenDays = () => {
  const now = useStudioNow();
  const today = toLondonDate(now);
  const hasInteracted = useHasInteracted();
  const windowDays = Number(useRuleValues()?.booking_window_days ?? defaultWindowDays);
  const classes = useComingClasses(hasInteracted ? today : null, windowDays + 1);
  return { lastOpenDay: addWallDays(today, windowDays), fullDays: findFullDays(classes ?? [], now) };
};
