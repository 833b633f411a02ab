import type { ClassType } from '../../../../services/contract/values.ts';

/** What staff fill in of a class, or of a class of a template, as it stands in the form. */
export interface ClassDraft {
  readonly name: ClassType;
  readonly time: string;
  /** null until one is chosen. */
  readonly instructorId: number | null;
  /** As typed. */
  readonly maxCapacity: string;
}

const defaultCapacity = 7;

/** A new class starts from here: 06:00 in the timetable, 09:00 in a template (spec 001 section 9). */
export const createClassDraft = (time: string): ClassDraft => ({
  name: 'beginner',
  time,
  instructorId: null,
  maxCapacity: String(defaultCapacity),
});

/** Every 15 minutes from 06:00 to 21:45. */
export const classTimes: readonly string[] = Array.from({ length: 64 }, (_, quarter) => {
  const minutes = 6 * 60 + quarter * 15;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
});

/** 1 to 20, and 7 for anything else. */
export const parseCapacity = (typed: string): number => {
  const capacity = /^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN;
  return capacity >= 1 && capacity <= 20 ? capacity : defaultCapacity;
};
