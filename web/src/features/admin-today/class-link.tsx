import { Link } from 'react-router-dom';
import type { TodayAnswer } from '#services/contract/today.ts';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';

type ClassLinkProps = {
  shown: Pick<NonNullable<TodayAnswer['next']>, 'classId' | 'level' | 'date' | 'time'>;
  /** Today; a class of another day is named with it. */
  day: string;
};

/** A class, which leads to its bookings in the day's timetable. */
export const ClassLink = ({ shown: { classId, level, date, time }, day }: ClassLinkProps) => (
  <Link
    to={`/admin?tab=schedule&date=${date}&class=${classId}`}
    className="text-link inline-block min-h-6 font-medium leading-6"
  >
    {date !== day && `${formatShortWallDay(date)}, `}
    {time} {getLevelName(level)}
  </Link>
);
