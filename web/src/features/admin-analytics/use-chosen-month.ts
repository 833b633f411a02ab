import { toLondonDate } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useSearchParam } from '#web/lib/use-search-param.ts';

/** The month in the address, or the current one. */
export function useChosenMonth() {
  const thisMonth = toLondonDate(useStudioNow()).slice(0, 7);
  const [param, chooseMonth] = useSearchParam('month');
  const isMonth = param !== null && /^20\d{2}-(0[1-9]|1[0-2])$/.test(param);
  return { thisMonth, month: isMonth ? param : thisMonth, chooseMonth };
}
