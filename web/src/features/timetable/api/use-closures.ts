import type { ClosuresAnswer } from '#services/contract/closures.ts';
import { useRead } from '#web/lib/use-read.ts';

export const closuresKey = '/api/closures';

type Closure = ClosuresAnswer['closures'][number];

/** The closing days that a day is one of, if it is known to be. */
export const useClosureOf = (date: string): Closure | undefined => {
  const { data } = useRead<ClosuresAnswer>(closuresKey);
  return data?.closures.find(({ from, to }) => from <= date && date <= to);
};
