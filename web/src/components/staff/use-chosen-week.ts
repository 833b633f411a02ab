import { getMonday, isWallDate, toLondonDate } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useSearchParam } from '#web/lib/use-search-param.ts';

export interface ChosenWeek {
  readonly thisWeek: string;
  readonly monday: string;
  readonly chooseWeek: (date: string) => void;
}

/** The Monday of the week in the address, or of the current one. */
export function useChosenWeek(): ChosenWeek {
  const thisWeek = getMonday(toLondonDate(useStudioNow()));
  const [param, setParam] = useSearchParam('week');
  return {
    thisWeek,
    monday: param !== null && isWallDate(param) ? getMonday(param) : thisWeek,
    chooseWeek: (date: string) => setParam(getMonday(date)),
  };
}
