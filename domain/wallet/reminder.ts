import {
  addDaysToDay,
  countDaysBetween,
  toLondonDay,
  toLondonInstant,
  toLondonTime,
} from '../london-time.ts';

/** A lot is Expiring Soon with so many days left or fewer (spec 000 section 9). */
const SOON_DAYS = 7;
/** A lot that is Expiring Soon from its first day, such as a Sign Up Class, is spoken of on its last days only. */
const SHORT_DAYS = 2;

/**
 * When a member is told that a lot will lapse: at 7 days left, 2 for one that lasts no longer than a week, at the time of
 * day at which it was bought or extended, since that is when this person is awake. Null for what lasts two days or less.
 */
export function computeReminderTime(setAt: Date, expiresAt: Date): Date | null {
  const lastDay = toLondonDay(expiresAt);
  const life = countDaysBetween(toLondonDay(setAt), lastDay);
  if (life <= SHORT_DAYS) return null;
  const day = addDaysToDay(lastDay, life > SOON_DAYS ? -SOON_DAYS : -SHORT_DAYS);
  return toLondonInstant(day, toLondonTime(setAt));
}
