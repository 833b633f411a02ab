import { levelName } from '#domain/class/level-name.ts';
import { formatDay, formatDayTime } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import { periodNames } from '#domain/plan/period.ts';
import type { BookingRow } from '#projections/read-models/bookings/queries.ts';
import type { PausePreview } from '#services/commands/membership/pause-membership.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import type { PausePreviewAnswer } from '#services/contract/membership.ts';
import { formatCount } from './wording.ts';

/** What a pause would mean, for its member. */
export function describePause(
  { from, until, plan, next }: PausePreview,
  bookings: readonly BookingRow[],
): PausePreviewAnswer {
  const period = periodNames[plan.interval];
  return {
    success: true,
    dryRun: true,
    summary: [
      `Your membership is paused from ${formatDay(from)} to ${formatDay(until)}. Nothing is charged for this time, and it has no passes.`,
      `It comes back by itself: on ${formatDay(until)} we take ${formatPounds(next.pricePence)}, and you get ${formatCount(next.passes, 'pass', 'passes')}.`,
      `Until ${formatDay(from)} all stays as it is. What you have left of this ${period} lapses with that day, as always.`,
      'Passes that you buy can be used during the pause.',
      ...(bookings.length === 0
        ? []
        : [
            `${formatCount(bookings.length, 'class that you have booked is', 'classes that you have booked are')} in the pause, and ${bookings.length === 1 ? 'stays' : 'stay'} booked.`,
          ]),
      'You can withdraw the pause until it begins.',
    ],
    from,
    until,
    pricePence: next.pricePence,
    passes: next.passes,
    bookings: bookings.map(({ id, classId, className, startsAt, passName }) => ({
      bookingId: id,
      classId,
      className: levelName(className),
      startsAt: startsAt.toISOString(),
      passName,
    })),
  };
}

/** The same for staff, with the bookings as what it affects. */
export function describePauseForStaff(
  { memberId, from, until, next }: PausePreview,
  bookings: readonly BookingRow[],
  name: string,
): Effects {
  return {
    summary: [
      `The membership is paused from ${formatDay(from)} to ${formatDay(until)}. Nothing is charged for this time, and it has no passes.`,
      `It comes back by itself: on ${formatDay(until)} ${formatPounds(next.pricePence)} is charged, for ${formatCount(next.passes, 'pass', 'passes')}.`,
      ...(bookings.length === 0
        ? ['No class is booked in this time.']
        : [
            `${formatCount(bookings.length, 'booking', 'bookings')} in this time stand${bookings.length === 1 ? 's' : ''}.`,
          ]),
      'Until it begins, you or the member can withdraw it. One email tells the member.',
    ],
    counts: { bookings: 0, passesReturned: 0, passesLost: 0, emails: 1 },
    people: bookings.map(({ className, startsAt, passName }) => ({
      userId: memberId,
      name,
      effect: `${levelName(className)} on ${formatDayTime(startsAt)}, with ${passName || 'a pass'}: stays booked`,
    })),
  };
}
