import type { ClassPassesAnswer } from '#services/contract/catalogue.ts';
import { useRead } from '#web/lib/use-read.ts';

export const classPassesKey = '/api/class-passes';

/** The catalogue of passes in the server's order; undefined while loading. */
export const useClassPasses = () => {
  const { data, hasFailed, retry } = useRead<ClassPassesAnswer>(classPassesKey);
  return { passes: data?.classPasses, hasFailed, retry };
};
