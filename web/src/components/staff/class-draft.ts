import { type ClassType, classMinutes } from '#services/contract/values.ts';

/** The fields of a class, or of a template's class, while they are edited. */
export interface ClassDraft {
  readonly name: ClassType;
  readonly time: string;
  /** Null until one is chosen. */
  readonly instructorId: number | null;
  /** The text of the field. */
  readonly maxCapacity: string;
}

const defaultCapacity = 7;

/** A new class. It starts at 06:00 on the timetable, and at 09:00 in a template (spec 001 section 9). */
export const createClassDraft = (time: string): ClassDraft => ({
  name: 'beginner',
  time,
  instructorId: null,
  maxCapacity: String(defaultCapacity),
});

export const isSameDraft = (one: ClassDraft, other: ClassDraft): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Every 15 minutes from 06:00 to 21:45. */
export const classTimes: readonly string[] = Array.from({ length: 64 }, (_, quarter) => {
  const minutes = 6 * 60 + quarter * 15;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
});

/** The times to choose from, with the present one, which may be another. */
export const listTimes = (present: string): readonly string[] =>
  classTimes.includes(present) ? classTimes : [...classTimes, present].toSorted();

/** The minutes of a class; null when they are not a possible length. */
export const parseLength = (text: string): number | null => {
  const minutes = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
  return minutes >= classMinutes.least && minutes <= classMinutes.most ? minutes : null;
};

/** A capacity of 1 to 20; anything else is 7. */
export const parseCapacity = (text: string): number => {
  const capacity = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
  return capacity >= 1 && capacity <= 20 ? capacity : defaultCapacity;
};
