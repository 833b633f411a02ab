import type { ClassRow } from '#projections/read-models/schedule/queries.ts';
import type { PersonLotEvent } from '#services/contract/person.ts';
import { classType } from '#services/contract/values.ts';

/** Finds a class by its id; null for none, and for one that is not projected. */
export type FindClass = (classId: number | null) => PersonLotEvent['class'];

export function createClassFinder(rows: readonly ClassRow[]): FindClass {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (classId) => {
    const row = classId === null ? undefined : byId.get(classId);
    if (row === undefined) return null;
    const { id, name, date, time, startsAt } = row;
    return { id, name: classType.parse(name), date, time, startsAt: startsAt.toISOString() };
  };
}
