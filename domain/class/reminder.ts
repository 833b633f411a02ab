import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { addDaysToDay, toLondonDay, toLondonInstant, toLondonTime } from '../london-time.ts';
import type { Rules } from '../rules/rules.ts';
import { isQuiet } from './waitlist-phase.ts';

/** A reminder comes this long before the end of free cancellation, or before the class. */
const REMIND_BEFORE_MS = 2 * millisecondsInHour;

/** No reminder comes earlier before its class than this: the longest deadline, a day of quiet hours, and the two hours. */
export const EARLIEST_REMINDER_MS = (72 + 25 + 2) * millisecondsInHour;

interface ReminderTimes {
  readonly startsAt: Date;
  /** The end of free cancellation of this booking. */
  readonly freeUntil: Date;
  readonly bookedAt: Date;
}

/** The last minute before the quiet hours that `instant` is in. */
function getLastWakingMinute(instant: Date, rules: Rules): Date {
  const day = toLondonDay(instant);
  const began = toLondonTime(instant) >= rules.quietFrom ? day : addDaysToDay(day, -1);
  let last = toLondonInstant(began, rules.quietFrom).getTime() - millisecondsInMinute;
  // Where the clocks change, the time before may be quiet too.
  while (isQuiet(toLondonTime(new Date(last)), rules)) last -= millisecondsInMinute;
  return new Date(last);
}

/**
 * When a member is reminded of a booked class: two hours before the end of free cancellation. For a later booking, two hours
 * before the class. In quiet hours it is the last minute before them. Null when none of this is after the booking.
 */
export function computeReminderTime(
  { startsAt, freeUntil, bookedAt }: ReminderTimes,
  rules: Rules,
): Date | null {
  for (const deadline of [freeUntil, startsAt]) {
    const wanted = new Date(deadline.getTime() - REMIND_BEFORE_MS);
    if (wanted < bookedAt) continue;
    const due = isQuiet(toLondonTime(wanted), rules) ? getLastWakingMinute(wanted, rules) : wanted;
    if (due >= bookedAt) return due;
  }
  return null;
}
