import { addDaysToDay, formatCalendarDay } from '#domain/london-time.ts';
import { getWeekFacts } from '#domain/template/seen-week.ts';
import type { TemplateClassRow } from '#projections/read-models/templates/queries.ts';
import type { PlannedTemplateClass } from '#services/commands/template/plan-template-week.ts';
import type { PlannedClass, WeekPlan } from '#services/contract/admin-templates.ts';
import { classType } from '#services/contract/values.ts';
import { instructorFallback } from './describe-class.ts';
import { formatCount } from './wording.ts';

export const dayName = (day: string) => formatCalendarDay(day, 'EEEE d MMMM');

const cancelledNote = 'Cancelled by the studio, so not made again';

const outcomes = {
  create: 'create',
  made: 'there',
  cancelled: 'there',
  there: 'there',
  past: 'clash',
  closed: 'clash',
  instructor_removed: 'clash',
  instructor_busy: 'clash',
} as const satisfies Record<PlannedTemplateClass['outcome']['kind'], PlannedClass['outcome']>;

function formatNote({ outcome, date, details }: PlannedTemplateClass, instructor: string): string | null {
  switch (outcome.kind) {
    case 'create':
      return null;
    case 'made': {
      const { made } = outcome;
      if (made.date === date && made.time === details.time) return 'On the timetable already';
      return `On the timetable already, moved to ${dayName(made.date)}, ${made.time}`;
    }
    case 'cancelled':
      return cancelledNote;
    case 'there':
      return 'The same class is there already';
    case 'past':
      return 'This time has passed';
    case 'closed':
      return `Closed: ${outcome.reason}`;
    case 'instructor_removed':
      return `${instructor} no longer teaches here`;
    case 'instructor_busy':
      return `${instructor} teaches ${outcome.with.level} at ${outcome.with.time}`;
  }
}

/** The plan without the part that is read from the template's history. */
type DescribedWeek = Omit<WeekPlan, 'undo'>;

/** A planned week, day by day, for staff; `classes` provide the instructors' names. */
export function describeWeekPlan(
  weekStart: string,
  planned: readonly PlannedTemplateClass[],
  classes: readonly TemplateClassRow[],
): DescribedWeek {
  const names = new Map(classes.map(({ id, instructorName }) => [id, instructorName]));
  const described = planned.map((one) => {
    const instructorName = names.get(one.templateClassId) || instructorFallback;
    const { level, time, instructorId, capacity } = one.details;
    const shown: PlannedClass = {
      templateClassId: one.templateClassId,
      name: classType.parse(level),
      time,
      instructorId,
      instructorName,
      maxCapacity: capacity,
      outcome: outcomes[one.outcome.kind],
      note: formatNote(one, instructorName),
    };
    return { date: one.date, shown };
  });
  const count = (outcome: PlannedClass['outcome']) =>
    described.filter(({ shown }) => shown.outcome === outcome).length;
  return {
    weekStart,
    weekEnd: addDaysToDay(weekStart, 6),
    created: count('create'),
    existing: count('there'),
    clashing: count('clash'),
    facts: getWeekFacts(planned),
    days: Array.from({ length: 7 }, (_, index) => {
      const date = addDaysToDay(weekStart, index);
      return { date, classes: described.flatMap((one) => (one.date === date ? [one.shown] : [])) };
    }),
  };
}

export const classCount = (count: number) => formatCount(count, 'class', 'classes');

/** Sentences about the classes that are not created. */
function formatSkipped({ existing, clashing, days }: DescribedWeek): string[] {
  const cancelled = days
    .flatMap(({ classes }) => classes)
    .filter(({ note }) => note === cancelledNote).length;
  const sentence = (count: number, one: string, many: string) =>
    count === 0 ? [] : [`${classCount(count)} ${count === 1 ? one : many}.`];
  return [
    ...sentence(existing - cancelled, 'is there already', 'are there already'),
    ...sentence(
      cancelled,
      'was cancelled by the studio and is not made again',
      'were cancelled by the studio and are not made again',
    ),
    ...sentence(clashing, 'is left out', 'are left out'),
  ];
}

/** What applying the template will do, sentence by sentence. */
export function formatWeekPlanSummary(plan: DescribedWeek): string[] {
  const week = `the week of ${dayName(plan.weekStart)}`;
  return [
    plan.created > 0
      ? `${classCount(plan.created)} will be added to ${week}.`
      : `Nothing will be added to ${week}.`,
    ...formatSkipped(plan),
  ];
}

/** What applying the template has done. */
export function formatWeekPlanMessage(plan: DescribedWeek): string {
  const week = `the week of ${dayName(plan.weekStart)}`;
  const done =
    plan.created > 0 ? `${classCount(plan.created)} added to ${week}.` : `Nothing new for ${week}.`;
  return [done, ...formatSkipped(plan)].join(' ');
}
