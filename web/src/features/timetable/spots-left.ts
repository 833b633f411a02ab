import type { ScheduledClass } from '#services/contract/schedule.ts';

/** The spots that can be booked: none of a class that the studio marked as full. */
export const countSpotsLeft = ({
  isMarkedFull,
  availableSpots,
}: Pick<ScheduledClass, 'isMarkedFull' | 'availableSpots'>): number =>
  isMarkedFull ? 0 : Math.max(0, availableSpots);
