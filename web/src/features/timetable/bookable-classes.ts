import type { ScheduledClass } from '#services/contract/schedule.ts';

/** The classes that anyone with a pass can book at this moment. `now` is in milliseconds. */
export const filterBookable = (classes: readonly ScheduledClass[], now: number): ScheduledClass[] =>
  classes.filter(
    ({ startsAt, bookingOpensAt, availableSpots, isMarkedFull }) =>
      Date.parse(startsAt) > now && Date.parse(bookingOpensAt) <= now && availableSpots > 0 && !isMarkedFull,
  );
