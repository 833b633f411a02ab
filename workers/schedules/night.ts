import { addDaysToDay, toLondonDay, toLondonTime } from '#domain/london-time.ts';

const beginsAt = '03:00';

/** The London day (`yyyy-MM-dd`) of the latest night that has begun: today from 03:00, yesterday before that. */
export function nightOf(now: Date): string {
  const day = toLondonDay(now);
  return toLondonTime(now) >= beginsAt ? day : addDaysToDay(day, -1);
}
