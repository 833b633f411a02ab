import { useSearchParams } from 'react-router-dom';
import { londonDate, mondayOf } from '../../lib/dates.ts';
import { useStudioNow } from '../../lib/studio-clock.ts';

const isDay = (text: string | null): text is string => text !== null && /^20\d{2}-\d{2}-\d{2}$/.test(text);

/** The week that the address names by any of its days, or the present one; by its Monday. */
export function useChosenWeek() {
  const thisWeek = mondayOf(londonDate(useStudioNow()));
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('week');
  return {
    thisWeek,
    monday: isDay(wanted) ? mondayOf(wanted) : thisWeek,
    choose: (day: string) => {
      const next = new URLSearchParams(search);
      next.set('week', mondayOf(day));
      setSearch(next, { replace: true });
    },
  };
}
