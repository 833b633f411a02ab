import { countDaysUntil, formatDate } from '#web/lib/london-time.ts';

interface BookingPass {
  readonly passName: string;
  /** The last instant at which the pass is valid. */
  readonly passExpiresAt: string;
}

const soonDays = 7;

/** Whether a pass that is returned at `now` (milliseconds) has at most a week left, or has expired. */
export const expiresSoon = (expiresAt: string, now: number): boolean =>
  countDaysUntil(now, expiresAt) <= soonDays;

const describeExpiry = (expiresAt: string, now: number): string => {
  const date = formatDate(expiresAt);
  if (Date.parse(expiresAt) < now) return `, but that expired on ${date}, so it cannot be used again`;
  const days = countDaysUntil(now, expiresAt);
  if (days > soonDays) return `, to use by ${date}`;
  if (days === 0) return ', which expires today';
  return days === 1 ? ', which expires tomorrow' : `, which expires in ${days} days, on ${date}`;
};

/** Shown before a free cancellation: where the pass goes, and until when it can be used. */
export const describeReturn = ({ passName, passExpiresAt }: BookingPass, now: number): string =>
  `Your pass goes back to your ${passName}${describeExpiry(passExpiresAt, now)}.`;

/** Shown after a cancellation: where the pass is. */
export const describeCancellation = (
  {
    refunded,
    passPaidBack,
    refillable,
    passName,
    passExpiresAt,
  }: BookingPass & {
    readonly refunded: boolean;
    readonly passPaidBack: boolean;
    readonly refillable: boolean;
  },
  /** 'less than 24 hours away' */
  lateness: string,
  now: number,
): string => {
  if (refillable) return `It was ${lateness}. Your pass comes back if someone else takes your place.`;
  if (!refunded) return `It was ${lateness}, so your pass did not come back.`;
  if (passPaidBack) return `Your ${passName} was paid back, so its pass has gone back too.`;
  return `Your pass is back in your ${passName}${describeExpiry(passExpiresAt, now)}.`;
};
