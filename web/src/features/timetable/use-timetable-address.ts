import { useSearchParams } from 'react-router-dom';
import { isWallDate } from '#web/lib/london-time.ts';

/** The day and the class that an address asks for (`?date=&class=`), and how to change the day in it. */
export const useTimetableAddress = () => {
  const [search, setSearch] = useSearchParams();
  const date = search.get('date');
  const classId = Number(search.get('class'));

  /** Null for the first bookable day, so that a page left open overnight moves on to the new day. */
  const show = (nextDate: string | null, nextClassId: number | null = null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('date');
        next.delete('class');
        if (nextDate !== null) next.set('date', nextDate);
        if (nextClassId !== null) next.set('class', String(nextClassId));
        return next;
      },
      { replace: true },
    );

  return {
    date: date !== null && isWallDate(date) ? date : null,
    classId: Number.isSafeInteger(classId) && classId > 0 ? classId : null,
    show,
  };
};
