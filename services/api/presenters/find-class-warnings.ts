import type { Pool } from 'pg';
import { levelName } from '#domain/class/level-name.ts';
import { readInstructorById } from '#projections/read-models/instructors/queries.ts';
import { isInPast, readOverlappingClasses } from '#projections/read-models/schedule/queries.ts';
import type { ClassWarning } from '#services/contract/admin-schedule.ts';

interface PlannedClass {
  readonly name: string;
  readonly date: string;
  readonly time: string;
  readonly instructorId: number;
  readonly duration: number;
  /** The class that is being changed. */
  readonly classId?: number | undefined;
}

/** Warnings for staff about a planned class. They come from read models, since they prevent nothing. */
export async function findClassWarnings(pool: Pool, plan: PlannedClass, now: Date): Promise<ClassWarning[]> {
  const [instructor, overlapping] = await Promise.all([
    readInstructorById(pool, plan.instructorId),
    readOverlappingClasses(pool, plan),
  ]);
  const who = instructor?.name ?? 'This instructor';
  const warnings: ClassWarning[] = overlapping.map((row) => ({
    code: 'INSTRUCTOR_OVERLAP',
    message: `${who} teaches ${levelName(row.name)} at ${row.time} on that day (${row.duration} minutes).`,
  }));
  if (plan.name === 'pre & post natal' && instructor?.prenatalSuitable === false)
    warnings.push({
      code: 'NOT_PRENATAL_SUITABLE',
      message: `${who} is not marked as suitable for pre & post natal classes.`,
    });
  if (isInPast(plan, now))
    warnings.push({ code: 'IN_THE_PAST', message: 'This time is in the past: nobody can book it.' });
  return warnings;
}
