import { addMinutes } from 'date-fns/addMinutes';
import type { TaughtClass } from '#services/contract/instructor.ts';
import { addWallDays, toLondonDate } from '#web/lib/london-time.ts';

/** The id of the heading of a class on the page. */
export const getHeadingId = (classId: number): string => `class-${classId}`;

export type TaughtDay = 'today' | 'finished' | 'ahead';

/** Compares a class's date with the wall date `today`. A class of today is never finished, whatever the time. */
const getTaughtDay = ({ date }: Pick<TaughtClass, 'date'>, today: string): TaughtDay => {
  if (date === today) return 'today';
  return date < today ? 'finished' : 'ahead';
};

/** The names of the classes' instructors, each once. */
export const listInstructors = (classes: readonly TaughtClass[]): string[] =>
  [...new Set(classes.map(({ instructorName }) => instructorName))].toSorted((a, b) =>
    a.localeCompare(b, 'en-GB'),
  );

/** The initial tab: the signed-in instructor, or else who teaches first today, or else the first name. */
export const chooseInstructor = (
  classes: readonly TaughtClass[],
  today: string,
  signedInName: string | null,
): string | undefined => {
  const names = listInstructors(classes);
  const own = names.find((name) => name === signedInName);
  // The newest class is the first.
  return own ?? classes.findLast(({ date }) => date === today)?.instructorName ?? names[0];
};

export interface TaughtGroup {
  readonly day: TaughtDay;
  readonly title: string;
  readonly classes: readonly TaughtClass[];
}

const titles: readonly (readonly [TaughtDay, string])[] = [
  ['today', 'Today'],
  ['ahead', 'Coming up'],
  ['finished', 'Finished'],
];

/** Groups classes into those of today, the future and the past, in this order. */
export const groupByDay = (classes: readonly TaughtClass[], today: string): TaughtGroup[] =>
  titles
    .map(([day, title]) => ({
      day,
      title,
      classes: classes.filter((each) => getTaughtDay(each, today) === day),
    }))
    .filter((group) => group.classes.length > 0);

/** Up to how many days from today a group shows its classes at first. */
const NEAR_DAYS = { ahead: 7, finished: 3 };

const isNear = ({ date }: TaughtClass, day: TaughtDay, today: string): boolean =>
  day === 'today' ||
  (day === 'ahead'
    ? date <= addWallDays(today, NEAR_DAYS.ahead)
    : date >= addWallDays(today, -NEAR_DAYS.finished));

/** Splits a group into its classes near to today, at least one, and the others; each with the newest first. */
export const splitNearest = (
  { day, classes }: Pick<TaughtGroup, 'day' | 'classes'>,
  today: string,
): Record<'near' | 'far', readonly TaughtClass[]> => {
  const nearest = day === 'ahead' ? classes.at(-1) : classes[0];
  const shows = (one: TaughtClass) => one === nearest || isNear(one, day, today);
  return { near: classes.filter(shows), far: classes.filter((one) => !shows(one)) };
};

/** How long after its end a class is still to be marked. */
const markingMinutes = 60;

/** The class of today that runs, has just ended or is next at `now`, in milliseconds; or else the last one. */
export const findClassToOpen = (classes: readonly TaughtClass[], now: number): number | undefined => {
  const todays = classes.filter((each) => getTaughtDay(each, toLondonDate(now)) === 'today');
  const isOver = ({ startsAt, duration }: TaughtClass) =>
    addMinutes(startsAt, duration + markingMinutes).getTime() < now;
  // The newest class is the first.
  return (todays.findLast((each) => !isOver(each)) ?? todays[0])?.id;
};

/** The class that runs at `now`, in milliseconds, or else the next one. */
export const findNextClass = (classes: readonly TaughtClass[], now: number): TaughtClass | undefined =>
  // The newest class is the first.
  classes.findLast(({ startsAt, duration }) => addMinutes(startsAt, duration).getTime() > now);
