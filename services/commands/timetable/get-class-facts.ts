import type { Facts } from '#domain/changed-since.ts';
import type { ClassState } from '#domain/class/state.ts';

/** A class by the names of its fields in the API. */
export function getClassFacts({ details, isMarkedFull, bookedCount }: ClassState): Facts {
  if (details === null) return {};
  const { level, date, time, instructorId, capacity, durationMinutes } = details;
  return {
    name: level,
    date,
    time,
    instructorId,
    maxCapacity: capacity,
    duration: durationMinutes,
    isMarkedFull,
    bookedCount,
  };
}
