import { classDecider } from '#domain/class/decider.ts';
import { instructorDecider } from '#domain/instructor/decider.ts';
import { addDaysToDay } from '#domain/london-time.ts';
import { assertTemplate } from '#domain/template/decide.ts';
import { templateDecider } from '#domain/template/decider.ts';
import {
  assertPlannable,
  type MadeClass,
  type PlannedClass,
  planWeek,
  type ScheduledClass,
} from '#domain/template/plan-week.ts';
import type { KnownKeyedIds } from '#infra/postgres/tables/keyed-ids.ts';
import type { CommandDeps } from '../define-command.ts';
import { readClosures } from '../read-closures.ts';

export type PlannedTemplateClass = PlannedClass;

export interface TemplateWeek {
  readonly templateId: number;
  /** A Monday. */
  readonly weekStart: string;
}

export interface TemplateWeekDeps extends CommandDeps {
  /** Maps a template class in a week to its one class id. */
  readonly templateWeekIds: KnownKeyedIds;
  /** The scheduled classes of these London days, inclusive. */
  readonly readScheduledClasses: (from: string, to: string) => Promise<readonly ScheduledClass[]>;
}

/** The key of a template class in a week, for its class id. */
export const getTemplateClassKey = (
  { templateId, weekStart }: TemplateWeek,
  templateClassId: number,
): string => `template-${templateId}/${weekStart}/${templateClassId}`;

async function findMadeClass(
  { deciders, templateWeekIds }: TemplateWeekDeps,
  key: string,
): Promise<MadeClass | undefined> {
  const classId = await templateWeekIds.known(key);
  if (classId === undefined) return undefined;
  const { state } = await deciders.load(classDecider, String(classId));
  // A crash came between taking the id and scheduling the class.
  if (state.details === null) return undefined;
  const { date, time } = state.details;
  return { classId, date, time, isCancelled: state.isCancelled };
}

/**
 * Plans what applying a template to a week does, class by class in the order of the week. Appends nothing.
 * @throws Refusal TEMPLATE_NOT_FOUND; InvalidInput when the week is too far ahead
 */
export async function planTemplateWeek(
  deps: TemplateWeekDeps,
  week: TemplateWeek,
  { now }: { readonly now: Date },
): Promise<PlannedTemplateClass[]> {
  const { templateId, weekStart } = week;
  assertPlannable(weekStart, now);
  const { state } = await deps.deciders.load(templateDecider, String(templateId));
  assertTemplate(state);

  const ids = [...state.classes.keys()];
  const instructorIds = [...new Set([...state.classes.values()].map(({ instructorId }) => instructorId))];
  const [found, present, scheduled, closures] = await Promise.all([
    Promise.all(
      ids.map(async (id) => [id, await findMadeClass(deps, getTemplateClassKey(week, id))] as const),
    ),
    Promise.all(
      instructorIds.map(async (id) => {
        const { state: instructorState } = await deps.deciders.load(instructorDecider, String(id));
        return instructorState.instructor === null ? [] : [id];
      }),
    ),
    deps.readScheduledClasses(weekStart, addDaysToDay(weekStart, 6)),
    readClosures(deps),
  ]);
  const made = new Map<number, MadeClass>();
  for (const [id, one] of found) if (one !== undefined) made.set(id, one);
  return planWeek({
    classes: state.classes,
    weekStart,
    made,
    scheduled,
    instructors: new Set(present.flat()),
    closures,
    now,
  });
}
