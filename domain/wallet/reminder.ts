import {
  addDaysToDay,
  countDaysBetween,
  toLondonDay,
  toLondonInstant,
  toLondonTime,
} from '../london-time.ts';

/** A lot counts as Expiring Soon with this many days left (spec 000 section 9). */
const SOON_DAYS = 7;
/** A lot that counts as Expiring Soon from its first day, such as a Sign Up Class, has its reminder this late. */
const SHORT_DAYS = 2;

/**
 * When to remind a member of a lot's expiry: with 7 days left, or 2 for a lot of a week or less. The time of day is
 * that of the purchase or extension, when this person is awake. Null for a lot of two days or less.
 */
export function computeReminderTime(setAt: Date, expiresAt: Date): Date | null {
  const lastDay = toLondonDay(expiresAt);
  const validDays = countDaysBetween(toLondonDay(setAt), lastDay);
  if (validDays <= SHORT_DAYS) return null;
  const day = addDaysToDay(lastDay, validDays > SOON_DAYS ? -SOON_DAYS : -SHORT_DAYS);
  return toLondonInstant(day, toLondonTime(setAt));
}
