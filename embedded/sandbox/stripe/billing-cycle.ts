import { secondsInWeek } from 'date-fns/constants';

/** Adds months to the anchor in UTC, keeping day and time; in a shorter month it is the last day. */
function addMonthsUtc(anchor: Date, months: number): Date {
  const year = anchor.getUTCFullYear();
  const month = anchor.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(
    Date.UTC(
      year,
      month,
      Math.min(anchor.getUTCDate(), lastDay),
      anchor.getUTCHours(),
      anchor.getUTCMinutes(),
      anchor.getUTCSeconds(),
    ),
  );
}

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
  const months =
    (then.getUTCFullYear() - first.getUTCFullYear()) * 12 + then.getUTCMonth() - first.getUTCMonth();
  const sameMonth = addMonthsUtc(first, months);
  const next = sameMonth > then ? sameMonth : addMonthsUtc(first, months + 1);
  return next.getTime() / 1000;
}
