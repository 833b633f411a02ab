import { useSearchParams } from 'react-router-dom';
import { isWallDate } from '#web/lib/london-time.ts';
import type { ClassFilter } from './class-filter.ts';

const set = (search: URLSearchParams, name: string, value: string | null): void => {
  if (value === null) search.delete(name);
  else search.set(name, value);
};

/** The day, the class and the filter in an address (`?date=&class=&level=&with=`), and how to change them. */
export const useTimetableAddress = () => {
  const [search, setSearch] = useSearchParams();
  const date = search.get('date');
  const classId = Number(search.get('class'));

  /** Null for the first bookable day, so that a page left open overnight moves on to the new day. */
  const show = (nextDate: string | null, nextClassId: number | null = null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        set(next, 'date', nextDate);
        set(next, 'class', nextClassId === null ? null : String(nextClassId));
        return next;
      },
      { replace: true },
    );
  const setFilter = ({ level, instructor }: ClassFilter) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('class');
        set(next, 'level', level);
        set(next, 'with', instructor);
        return next;
      },
      { replace: true },
    );

  return {
    date: date !== null && isWallDate(date) ? date : null,
    classId: Number.isSafeInteger(classId) && classId > 0 ? classId : null,
    filter: { level: search.get('level'), instructor: search.get('with') },
    show,
    setFilter,
  };
};
