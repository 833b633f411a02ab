import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { toClassSearch } from './wanted-class.ts';

interface ClassLinkListProps {
  readonly label: string;
  readonly classes: readonly ScheduledClass[];
  /** The page with the timetable to which they lead. */
  readonly to: '/' | '/book-classes';
  /** What the page does not show already. */
  readonly shows: 'level' | 'instructor';
}

/** Classes with the time, the level or the instructor, and the seats; each leads to its place in the timetable. */
export const ClassLinkList = ({ label, classes, to, shows }: ClassLinkListProps) => (
  <ul aria-label={label} className="divide-y divide-sand border-sand border-y">
    {classes.map((each) => (
      <li key={each.id}>
        <Link
          to={`${to}${toClassSearch(each)}`}
          className="group flex min-h-13 items-center justify-between gap-3 rounded-sm py-1.5"
        >
          <span>
            <span className="tabular block font-medium leading-snug">{formatDayTime(each.startsAt)}</span>
            <span className="block text-ink-muted text-sm">
              {shows === 'level' ? getLevelName(each.name) : each.instructorName} ·{' '}
              {formatCount(each.availableSpots, 'spot', 'spots')} left
            </span>
          </span>
          <ChevronRight
            aria-hidden="true"
            className="size-5 shrink-0 text-sea transition-transform group-hover:translate-x-0.5"
          />
        </Link>
      </li>
    ))}
  </ul>
);
