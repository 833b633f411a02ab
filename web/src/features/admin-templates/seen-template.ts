import type { TemplateClass, WeeklyTemplate } from '#services/contract/admin-templates.ts';
import { pickSeen, type Seen } from '#web/components/staff/use-seen-edit.tsx';
import { getDayName } from './weekdays.ts';

/** What an editor of a template shows of it. */
export const pickSeenTemplate = (template: WeeklyTemplate): Seen =>
  pickSeen(template, ['name', 'description', 'isActive']);

/** What an editor of a template's class shows of it. */
export const pickSeenTemplateClass = (one: TemplateClass): Seen =>
  pickSeen(one, ['name', 'dayOfWeek', 'time', 'instructorId', 'maxCapacity']);

/** The words for the facts of a template's class. */
export const templateClassTexts = {
  dayOfWeek: { label: 'Day', format: (day: string | number) => getDayName(Number(day)) },
};
