import type { ClassPassesAnswer } from '#services/contract/catalogue.ts';
import { useRead } from '#web/lib/use-read.ts';

export const toReachingPassesKey = (classId: number): string => `/api/class-passes?classId=${classId}`;

/** The passes that, bought now, can still be used for a class; undefined while loading. */
export const useReachingPasses = (classId: number) => {
  const { data, hasFailed, retry } = useRead<ClassPassesAnswer>(toReachingPassesKey(classId));
  return { passes: data?.classPasses, hasFailed, retry };
};
