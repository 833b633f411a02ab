import { addMinutes } from 'date-fns/addMinutes';
import type { TaughtClass } from '../../../../services/contract/instructor.ts';
import { toLondonDate } from '../../lib/london-time.ts';

export type TaughtDay = 'today' | 'finished' | 'ahead';

/** Where a class stands to the studio's today, a wall date: a class of today is not finished, whatever the hour. */
export const taughtDay = ({ date }: Pick<TaughtClass, 'date'>, today: string): TaughtDay => {
  if (date === today) return 'today';
  return date < today ? 'finished' : 'ahead';
};

/** Everyone who teaches one of the classes, once, by name. */
export const instructorNames = (classes: readonly TaughtClass[]): string[] =>
  [...new Set(classes.map(({ instructorName }) => instructorName))].toSorted((a, b) =>
    a.localeCompare(b, 'en-GB'),
  );

/** Whose classes to open with: those of the person signed in, else of who teaches today first, else the first name. */
export const firstInstructor = (
  classes: readonly TaughtClass[],
  today: string,
  person: string | null,
): string | undefined => {
  const names = instructorNames(classes);
  const own = names.find((name) => name === person);
  // The newest come first.
  return own ?? classes.findLast(({ date }) => date === today)?.instructorName ?? names[0];
};

interface TaughtGroup {
  readonly day: TaughtDay;
  readonly title: string;
  readonly classes: readonly TaughtClass[];
}

const titles: readonly (readonly [TaughtDay, string])[] = [
  ['today', 'Today'],
  ['ahead', 'Coming up'],
  ['finished', 'Finished'],
];

/** Today first, since that is what one comes for; within a group as they come, the newest first. */
export const taughtGroups = (classes: readonly TaughtClass[], today: string): TaughtGroup[] =>
  titles
    .map(([day, title]) => ({
      day,
      title,
      classes: classes.filter((each) => taughtDay(each, today) === day),
    }))
    .filter((group) => group.classes.length > 0);

/** After its end, a class stays the one to mark for so long. */
const MARKING_MINUTES = 60;

/** The class of today that is at hand at `now` (the studio's time in milliseconds): on, just over or the next; else the last. */
export const classToOpen = (classes: readonly TaughtClass[], now: number): number | undefined => {
  const ofToday = classes.filter((each) => taughtDay(each, toLondonDate(now)) === 'today');
  const isOver = ({ startsAt, duration }: TaughtClass) =>
    addMinutes(startsAt, duration + MARKING_MINUTES).getTime() < now;
  // The newest come first.
  return (ofToday.findLast((each) => !isOver(each)) ?? ofToday[0])?.id;
};
