import { addDaysToDay, toLondonDay, toLondonInstant, toLondonTime } from '#domain/london-time.ts';

const DAYS_BEFORE = 3;

/** When a member is reminded of a charge: three London days before it, at the time of day at which the period began. */
export function computeChargeReminderTime(periodStart: Date, chargedAt: Date): Date {
  return toLondonInstant(addDaysToDay(toLondonDay(chargedAt), -DAYS_BEFORE), toLondonTime(periodStart));
}
