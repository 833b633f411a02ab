import { addWallDays, toLondonDate } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { findFullDays } from './day-openness.ts';
import { useWindowClasses } from './use-window-classes.ts';

/** The last day of the booking window, and the days in it that are full; these are read once the person interacts. */
export const useOpenDays = () => {
  const now = useStudioNow();
  const { windowDays, classes } = useWindowClasses(now);
  return {
    lastOpenDay: addWallDays(toLondonDate(now), windowDays),
    fullDays: findFullDays(classes ?? [], now),
  };
};
