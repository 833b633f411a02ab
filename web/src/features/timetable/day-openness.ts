import type { ScheduledClass } from '#services/contract/schedule.ts';
import { countSpotsLeft } from './spots-left.ts';

type DayClass = Pick<ScheduledClass, 'date' | 'startsAt' | 'availableSpots' | 'isMarkedFull'>;

/** The days whose classes to come are all full. `now` is in milliseconds. */
export const findFullDays = (classes: readonly DayClass[], now: number): ReadonlySet<string> => {
  const coming = classes.filter(({ startsAt }) => Date.parse(startsAt) > now);
  const open = new Set(coming.filter((each) => countSpotsLeft(each) > 0).map(({ date }) => date));
  return new Set(coming.map(({ date }) => date).filter((date) => !open.has(date)));
};
