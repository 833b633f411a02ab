import type { ScheduledClass } from '#services/contract/schedule.ts';
import { useHasInteracted } from '#web/lib/first-interaction.ts';
import { toLondonDate } from '#web/lib/london-time.ts';
import { useRuleValues } from '#web/lib/rule-values.ts';
import { useComingClasses } from './api/use-coming-classes.ts';

/** Until the rules are read. */
const defaultWindowDays = 7;

/**
 * The days of the booking window, and the classes in it. Undefined until they are read: with the page if they are
 * needed immediately, else after the first interaction.
 */
export const useWindowClasses = (
  now: number,
  { isNeededAtOnce = false } = {},
): { windowDays: number; classes: readonly ScheduledClass[] | undefined } => {
  const hasInteracted = useHasInteracted();
  const windowDays = Number(useRuleValues()?.booking_window_days ?? defaultWindowDays);
  const classes = useComingClasses(
    hasInteracted || isNeededAtOnce ? toLondonDate(now) : null,
    windowDays + 1,
  );
  return { windowDays, classes };
};
