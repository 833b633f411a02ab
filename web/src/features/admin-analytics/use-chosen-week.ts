import { useSearchParams } from 'react-router-dom';
import { getMonday, toLondonDate } from '../../lib/london-time.ts';
import { useStudioNow } from '../../lib/studio-clock.ts';

const isDay = (text: string | null): text is string => text !== null && /^20\d{2}-\d{2}-\d{2}$/.test(text);

/** The week that the address names by any of its days, or the present one; by its Monday. */
export function useChosenWeek() {
  const thisWeek = getMonday(toLondonDate(useStudioNow()));
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('week');
  return {
    thisWeek,
    monday: isDay(wanted) ? getMonday(wanted) : thisWeek,
    choose: (day: string) => {
      const next = new URLSearchParams(search);
      next.set('week', getMonday(day));
      setSearch(next, { replace: true });
    },
  };
}
