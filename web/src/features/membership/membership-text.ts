import type { MembershipAnswer } from '#services/contract/membership.ts';
import { formatDate, formatDayOfMonth } from '#web/lib/london-time.ts';
import { formatPasses } from '#web/lib/messages.ts';

/** 'Your membership stays active until Dec 12, 2026. You have 7 passes to use until then.' */
export const describeMembershipEnd = (endsAt: string | null, passesLeft: number): string => {
  const until = endsAt === null ? 'the end of its month' : formatDate(endsAt);
  const left = passesLeft === 0 ? 'no passes left' : `${formatPasses(passesLeft)} to use`;
  return `Your membership stays active until ${until}. You have ${left} until then.`;
};

/** A membership that is cancelled in its pause. */
export const describePausedEnd = (endsAt: string): string =>
  `Your membership stays paused until ${formatDate(endsAt)}, and then ends.`;

/** What happened to a membership that was cancelled while its payment was open. */
export const describeUnpaidEnd = (when: 'now' | 'period_end', endsAt: string | null): string => {
  const end =
    when === 'now'
      ? 'Your membership has ended'
      : `Your membership ends on ${endsAt === null ? 'the last day of its month' : formatDate(endsAt)}`;
  return `${end}, and you are not charged any more. The classes you have booked stay booked.`;
};

/** 'Nov 12, 2026 – Dec 12, 2026' */
export const formatPeriod = ({
  currentPeriodStart,
  currentPeriodEnd,
}: Pick<MembershipAnswer, 'currentPeriodStart' | 'currentPeriodEnd'>): string =>
  currentPeriodStart === null || currentPeriodEnd === null
    ? '–'
    : `${formatDate(currentPeriodStart)} – ${formatDate(currentPeriodEnd)}`;

/**
 * 'on the 12th of each month', the day on which the period ends. A membership that began on the 29th or later is charged
 * on the last day of shorter months, so its start date counts.
 */
export const formatChargeDay = ({
  startDate,
  currentPeriodEnd,
  interval,
}: Pick<MembershipAnswer, 'startDate' | 'currentPeriodEnd' | 'interval'>): string => {
  if (interval === '4_weeks') return 'every four weeks, on the same weekday';
  if (startDate !== null && Number.parseInt(formatDayOfMonth(startDate), 10) > 28)
    return `on the ${formatDayOfMonth(startDate)} of each month, or the last day of a shorter one`;
  return currentPeriodEnd === null
    ? 'on the same day each month'
    : `on the ${formatDayOfMonth(currentPeriodEnd)} of each month`;
};
