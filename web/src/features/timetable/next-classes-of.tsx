import type { ScheduledClass } from '#services/contract/schedule.ts';
import { toLondonDate } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useComingClasses } from './api/use-coming-classes.ts';
import { filterBookable } from './bookable-classes.ts';
import { ClassLinkList } from './class-link-list.tsx';

const daysAhead = 8;
const placeholder = <div className="min-h-48" aria-hidden="true" />;

interface NextClassesOfProps {
  /** 'Beginner', 'Marina Hale' */
  readonly name: string;
  readonly matches: (scheduledClass: ScheduledClass) => boolean;
  readonly shows: 'level' | 'instructor';
}

/** The next three bookable classes of a level or an instructor. */
export const NextClassesOf = ({ name, matches, shows }: NextClassesOfProps) => {
  const now = useStudioNow();
  const classes = useComingClasses(toLondonDate(now), daysAhead);
  if (classes === undefined) return placeholder;
  const next = filterBookable(classes, now).filter(matches).slice(0, 3);
  if (next.length === 0) return <p className="text-ink-muted">No class to book in the coming week.</p>;
  return <ClassLinkList label={`Next classes: ${name}`} classes={next} to="/book-classes" shows={shows} />;
};
