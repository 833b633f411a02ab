import { addDaysToDay, toLondonDay, toLondonTime } from '#domain/london-time.ts';

const beginsAt = '03:00';

/** The London day (`yyyy-MM-dd`) on whose night `now` looks back: from 03:00 on its own, before that the day before's. */
export function nightOf(now: Date): string {
  const day = toLondonDay(now);
  return toLondonTime(now) >= beginsAt ? day : addDaysToDay(day, -1);
}
