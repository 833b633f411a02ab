import { useSearchParams } from 'react-router-dom';
import { londonDate } from '../../lib/dates.ts';
import { useStudioNow } from '../../lib/studio-clock.ts';

const isMonth = (text: string | null): text is string =>
  text !== null && /^20\d{2}-(0[1-9]|1[0-2])$/.test(text);

/** A month (`yyyy-MM`) some months later or earlier. */
export const addMonths = (month: string, count: number): string => {
  const [year = 0, of = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, of - 1 + count, 1)).toISOString().slice(0, 7);
};

/** The month that the address names, or the present one. */
export function useChosenMonth() {
  const thisMonth = londonDate(useStudioNow()).slice(0, 7);
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('month');
  return {
    thisMonth,
    month: isMonth(wanted) ? wanted : thisMonth,
    choose: (month: string) => {
      const next = new URLSearchParams(search);
      next.set('month', month);
      setSearch(next, { replace: true });
    },
  };
}
