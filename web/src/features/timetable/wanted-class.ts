import type { ScheduledClass } from '#services/contract/schedule.ts';

type WantedClass = Pick<ScheduledClass, 'id' | 'date'>;

const name = 'wantedClass';

/** The id of a class's card. */
export const getClassAnchor = (classId: number): string => `class-${classId}`;

/** The search of an address that shows a class on its day, on a page with the timetable. */
export const toClassSearch = ({ id, date }: WantedClass): string => `?date=${date}&class=${id}`;

/** Remembers for this tab, through a redirect to a bank, the class that a visitor chose before they had an account or a pass. */
export const rememberWantedClass = (wanted: WantedClass): void => {
  try {
    sessionStorage.setItem(name, toClassSearch(wanted));
  } catch {
    // The browser refuses storage: the way back leads to the timetable.
  }
};

/** Forgets it, because a class was booked. */
export const forgetWantedClass = (): void => {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Nothing was stored.
  }
};

/** The search of an address that shows the remembered class; null when there is none. */
export const readWantedClassSearch = (): string | null => {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
};

/** The id of the element that an address with `?date=` or `?class=` shows; null without them. */
export const getTimetableTarget = (search: string): string | null => {
  const parameters = new URLSearchParams(search);
  const classId = parameters.get('class');
  if (classId !== null) return getClassAnchor(Number(classId));
  return parameters.has('date') ? 'book-classes' : null;
};
