import type { ClassPassesAnswer } from '#services/contract/catalogue.ts';
import { useRead } from '#web/lib/use-read.ts';

/** The catalogue of passes in the server's order; undefined while loading. */
export const useClassPasses = () => {
  const { data, hasFailed, retry } = useRead<ClassPassesAnswer>('/api/class-passes');
  return { passes: data?.classPasses, hasFailed, retry };
};
