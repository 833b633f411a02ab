import type { ClassPassesAnswer } from '#services/contract/catalogue.ts';
import { useRead } from '#web/lib/use-read.ts';

/** The passes that, bought now, can still be used for a class; undefined while loading. */
export const useReachingPasses = (classId: number) => {
  const { data, hasFailed, retry } = useRead<ClassPassesAnswer>(`/api/class-passes?classId=${classId}`);
  return { passes: data?.classPasses, hasFailed, retry };
};
