import type { ScheduledClass } from '#services/contract/schedule.ts';

/** What the timetable shows; null for all. The instructor by name, as the address has it. */
export interface ClassFilter {
  readonly level: string | null;
  readonly instructor: string | null;
}

type FilteredClass = Pick<ScheduledClass, 'name' | 'instructorName'>;

export const matchesFilter = (
  { name, instructorName }: FilteredClass,
  { level, instructor }: ClassFilter,
): boolean => (level === null || name === level) && (instructor === null || instructorName === instructor);

/** The values of a day, and the chosen one also on a day without it. */
const listValues = <Value extends string>(values: readonly Value[], chosen: Value | null): Value[] => {
  const all = new Set(chosen === null ? values : [...values, chosen]);
  return all.size > 1 || chosen !== null ? [...all].sort() : [];
};

/** The levels to choose from on a day; none where there is no choice. */
export const listLevels = (classes: readonly FilteredClass[], { level }: ClassFilter): string[] =>
  listValues<string>(
    classes.map(({ name }) => name),
    level,
  );

/** The instructors to choose from on a day; none where there is no choice. */
export const listInstructors = (classes: readonly FilteredClass[], { instructor }: ClassFilter): string[] =>
  listValues(
    classes.map(({ instructorName }) => instructorName),
    instructor,
  );
