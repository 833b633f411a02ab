import { useSearchParams } from 'react-router-dom';
import { toLondonDate } from '../../lib/london-time.ts';
import { useStudioNow } from '../../lib/studio-clock.ts';

const isMonth = (text: string | null): text is string =>
  text !== null && /^20\d{2}-(0[1-9]|1[0-2])$/.test(text);

/** The month that the address names, or the present one. */
export function useChosenMonth() {
  const thisMonth = toLondonDate(useStudioNow()).slice(0, 7);
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
