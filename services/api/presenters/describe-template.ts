import type { TemplateClassRow, TemplateRow } from '#projections/read-models/templates/queries.ts';
import type { TemplateClass, WeeklyTemplate } from '#services/contract/admin-templates.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import { classType } from '#services/contract/values.ts';
import { instructorFallback } from './describe-class.ts';

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const noEffects = { counts: { bookings: 0, passesReturned: 0, passesLost: 0, emails: 0 }, people: [] };
const timetableStays = 'Classes that are on the timetable already stay as they are.';

export function describeTemplate({ createdAt, ...row }: TemplateRow): WeeklyTemplate {
  return { ...row, createdAt: createdAt.toISOString() };
}

export function describeTemplateClass(row: TemplateClassRow): TemplateClass {
  return {
    ...row,
    name: classType.parse(row.name),
    instructorName: row.instructorName || instructorFallback,
  };
}

/** The effects of deleting a template with this many classes. */
export function describeTemplateRemoval(row: TemplateRow | undefined, classes: number): Effects {
  const name = row === undefined ? 'The template' : `The template “${row.name}”`;
  const along = classes === 0 ? '' : ` with its ${classes === 1 ? 'one class' : `${classes} classes`}`;
  return { summary: [`${name} will be deleted${along}.`, timetableStays], ...noEffects };
}

export function describeTemplateClassRemoval({ name, dayOfWeek, time }: TemplateClassRow): Effects {
  return {
    summary: [
      `The ${name} class on ${days[dayOfWeek] ?? 'its day'} at ${time} will be taken out of the template.`,
      timetableStays,
    ],
    ...noEffects,
  };
}
