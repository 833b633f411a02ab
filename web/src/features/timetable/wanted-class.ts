import type { ScheduledClass } from '#services/contract/schedule.ts';

type WantedClass = Pick<ScheduledClass, 'id' | 'date'>;

let wanted: WantedClass | null = null;

/** Remembers, while the page is open, the class that someone chose before they had an account or a pass. */
export const rememberWantedClass = ({ id, date }: WantedClass): void => {
  wanted = { id, date };
};

/** Forgets it, because a class was booked. */
export const forgetWantedClass = (): void => {
  wanted = null;
};

/** The id of a class's card, for the hash of an address. */
export const getClassAnchor = (classId: number): string => `class-${classId}`;

/** Where the remembered class is on a page with the timetable; null when there is none. */
export const getWantedClassAddress = (pathname: string): string | null =>
  wanted === null ? null : `${pathname}?day=${wanted.date}#${getClassAnchor(wanted.id)}`;
