import { addDaysToDay, londonDay, londonInstant, londonTime } from '#domain/london-time.ts';

const DAYS_BEFORE = 3;

/** When a member is told of a charge: three London days before it, at the time of day at which the period began. */
export function chargeReminderAt(periodStart: Date, chargedAt: Date): Date {
  return londonInstant(addDaysToDay(londonDay(chargedAt), -DAYS_BEFORE), londonTime(periodStart));
}
