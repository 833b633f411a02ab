import type { ScheduledClass } from '#services/contract/schedule.ts';
import { countSpotsLeft } from './spots-left.ts';

/** The classes that anyone with a pass can book at this moment. `now` is in milliseconds. */
export const filterBookable = (classes: readonly ScheduledClass[], now: number): ScheduledClass[] =>
  classes.filter(
    (each) =>
      Date.parse(each.startsAt) > now && Date.parse(each.bookingOpensAt) <= now && countSpotsLeft(each) > 0,
  );
