import type { MyBooking } from '#services/contract/bookings.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { addWallDays, countWeeksBetween, getMonday, getWeekday } from '#web/lib/london-time.ts';

/** What makes two classes alike, on the studio's wall clock. */
type Slot = Pick<ScheduledClass, 'id' | 'date' | 'time' | 'name' | 'instructorId'>;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const nearMinutes = 60;

const isSameTime = (a: Slot, b: Slot): boolean =>
  getWeekday(a.date) === getWeekday(b.date) && a.time === b.time && a.name === b.name;

/** How far a class is from another one of its level: 0 for the same weekday, time and instructor. */
const measureDistance = (wanted: Slot, found: Slot): number => {
  const minutes = Math.abs(minutesOf(wanted.time) - minutesOf(found.time));
  const timePoints = minutes <= nearMinutes ? 1 : 4;
  return (
    (getWeekday(wanted.date) === getWeekday(found.date) ? 0 : 3) +
    (minutes === 0 ? 0 : timePoints) +
    (wanted.instructorId === found.instructorId ? 0 : 1)
  );
};

/** The open classes of the same level, those most like the booked one first. `openClasses` can be booked, earliest first. */
export const listAlike = <Found extends Slot>(booked: Slot, openClasses: readonly Found[]): Found[] =>
  openClasses
    .filter(({ id, name }) => id !== booked.id && name === booked.name)
    .toSorted((a, b) => measureDistance(booked, a) - measureDistance(booked, b));

/** The class that is like one that was booked: the same weekday, time, level and instructor, else the nearest to it of the same level. */
export const findAgain = <Found extends Slot>(
  booked: Slot,
  openClasses: readonly Found[],
): { found: Found; isSame: boolean } | null => {
  const [found] = listAlike(booked, openClasses);
  return found ? { found, isSame: measureDistance(booked, found) === 0 } : null;
};

const weeksOfHabit = 3;
/** A habit ends with that many weeks without the class. */
const weeksWithout = 2;

/** Whether the weeks of a class, as their Mondays, hold three in a row that reach up to now. */
const isHabit = (mondays: readonly string[], today: string): boolean =>
  mondays.some(
    (monday) =>
      countWeeksBetween(monday, today) <= weeksWithout &&
      Array.from({ length: weeksOfHabit }).every((_, back) =>
        mondays.some((other) => countWeeksBetween(other, monday) === back),
      ),
  );

/** The open classes that a member takes every week: same weekday, time and level, three weeks in a row. `today` is a wall date. */
export const findUsual = <Found extends Slot>(
  bookings: readonly Pick<MyBooking, 'status' | 'attended' | 'class'>[],
  openClasses: readonly Found[],
  today: string,
): Found[] => {
  const confirmed = bookings.filter(({ status, attended }) => status === 'confirmed' && attended !== false);
  return openClasses.filter((open) => {
    const alike = confirmed.map((booking) => booking.class).filter((booked) => isSameTime(booked, open));
    // A place in the same hour of that week is the usual one, also in another class.
    if (alike.some(({ date }) => date === open.date)) return false;
    return isHabit(
      alike.map(({ date }) => getMonday(date)),
      today,
    );
  });
};

/** Whether the member takes any class every week, so that one of them may be open or open soon. `today` is a wall date. */
export const hasHabit = (
  bookings: readonly Pick<MyBooking, 'status' | 'attended' | 'class'>[],
  today: string,
): boolean => {
  const nextWeek = bookings.flatMap(({ class: booked }) =>
    [1, 2, 3].map((weeks) => ({ ...booked, id: 0, date: addWallDays(booked.date, 7 * weeks) })),
  );
  return (
    findUsual(
      bookings,
      nextWeek.filter(({ date }) => date >= today),
      today,
    ).length > 0
  );
};
