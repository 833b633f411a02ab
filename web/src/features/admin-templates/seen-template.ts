import type { TemplateClass, WeeklyTemplate } from '#services/contract/admin-templates.ts';
import type { ChangedFacts } from '#services/contract/changed-since.ts';
import type { Instructor } from '#services/contract/schedule.ts';
import type { FactText } from '#web/components/staff/fact-texts.ts';
import { pickSeen, type Seen } from '#web/components/staff/use-seen-edit.tsx';
import { getLevelName, isLevel } from '#web/lib/class-level.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
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

/** '09:30, Beginner, Maya, 7 places', from a fact of a week's plan. */
const formatPlannedClass = (fact: string, instructors: readonly Instructor[]): string => {
  const [, time, capacity, instructorId, level] = /^\S+ (\S+) (\d+) (\d+) (.+)$/.exec(fact) ?? [];
  const instructor =
    instructors.find(({ id }) => id === Number(instructorId))?.name ?? 'someone who has left';
  const levelName = isLevel(level) ? getLevelName(level) : level;
  return [time, levelName, instructor, `${capacity} places`].join(', ');
};

/** The words for the classes that applying a template makes, by their days. */
export const toPlannedClassTexts =
  (instructors: readonly Instructor[]) =>
  (changed: ChangedFacts): Readonly<Record<string, FactText>> =>
    Object.fromEntries(
      Object.entries(changed).map(([id, { was, is }]) => [
        id,
        {
          label: formatShortWallDay(String(is ?? was).slice(0, 10)),
          format: (fact) => formatPlannedClass(String(fact), instructors),
        },
      ]),
    );
