/** So many months after the anchor, UTC: the same day and time, or the last day of a month that has no such day. */
function anniversary(anchor: Date, months: number): Date {
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

/**
 * The first instant after `after` at which a monthly cycle of that anchor begins. Always counted from the anchor, so that a cycle of
 * the 31st is back on the 31st after a short month. Both in seconds since 1970, as Stripe has them.
 */
export function nextCycleStart(anchor: number, after: number): number {
  const first = new Date(anchor * 1000);
  const then = new Date(after * 1000);
  const months =
    (then.getUTCFullYear() - first.getUTCFullYear()) * 12 + then.getUTCMonth() - first.getUTCMonth();
  const sameMonth = anniversary(first, months);
  const next = sameMonth > then ? sameMonth : anniversary(first, months + 1);
  return next.getTime() / 1000;
}
