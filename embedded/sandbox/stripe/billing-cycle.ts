import { tz } from '@date-fns/tz';
import { addMonths } from 'date-fns/addMonths';
import { secondsInWeek } from 'date-fns/constants';
import { differenceInCalendarMonths } from 'date-fns/differenceInCalendarMonths';

/** How often a price recurs. */
export interface Recurrence {
  readonly interval: string;
  readonly interval_count: number;
}

/**
 * Returns the first instant after `afterSeconds` at which a cycle starts. Months count from the anchor, so that a cycle of
 * the 31st returns to the 31st after a short month. All are Unix seconds, as at Stripe.
 */
export function getNextCycleStart(
  anchorSeconds: number,
  afterSeconds: number,
  { interval, interval_count: count }: Recurrence = { interval: 'month', interval_count: 1 },
): number {
  if (interval === 'week') {
    const seconds = count * secondsInWeek;
    return anchorSeconds + (Math.floor((afterSeconds - anchorSeconds) / seconds) + 1) * seconds;
  }
  const first = new Date(anchorSeconds * 1000);
  const then = new Date(afterSeconds * 1000);
  const utc = { in: tz('UTC') };
  const months = differenceInCalendarMonths(then, first, utc);
  const sameMonth = addMonths(first, months, utc);
  const next = sameMonth > then ? sameMonth : addMonths(first, months + 1, utc);
  return next.getTime() / 1000;
}
