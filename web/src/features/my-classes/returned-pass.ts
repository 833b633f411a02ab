import { daysUntil, formatDate } from '../../lib/dates.ts';

interface PassBehind {
  readonly passName: string;
  /** The last instant of that pass. */
  readonly passExpiresAt: string;
}

const soonDays = 7;

/** Whether a pass that comes back `now` (milliseconds) has only days left, or none. */
export const lapsesSoon = (expiresAt: string, now: number): boolean => daysUntil(now, expiresAt) <= soonDays;

const untilText = (expiresAt: string, now: number): string => {
  const date = formatDate(expiresAt);
  if (Date.parse(expiresAt) < now) return `, but that expired on ${date}, so it cannot be used again`;
  const days = daysUntil(now, expiresAt);
  if (days > soonDays) return `, to use by ${date}`;
  if (days === 0) return ', which expires today';
  return days === 1 ? ', which expires tomorrow' : `, which expires in ${days} days, on ${date}`;
};

/** Before cancelling in time: where the pass goes back to, and until when it can be used. */
export const goesBackText = ({ passName, passExpiresAt }: PassBehind, now: number): string =>
  `Your pass goes back to your ${passName}${untilText(passExpiresAt, now)}.`;

/** After cancelling: where the pass is. */
export const cancelledText = (
  {
    refunded,
    passPaidBack,
    passName,
    passExpiresAt,
  }: PassBehind & { readonly refunded: boolean; readonly passPaidBack: boolean },
  now: number,
): string => {
  if (!refunded) return 'It was less than 24 hours away, so your pass did not come back.';
  if (passPaidBack) return `Your ${passName} was paid back, so its pass has gone back too.`;
  return `Your pass is back in your ${passName}${untilText(passExpiresAt, now)}.`;
};
