import { classDecider } from '#domain/class/decider.ts';
import type { ClassState } from '#domain/class/state.ts';
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

/**
 * Finds the class of a template class in a week: the first that was not taken back by an undo. `getId` returns the
 * id of a key; each undo makes room for one more key.
 */
export async function findTemplateClass<Id extends number | undefined>(
  { deciders }: CommandDeps,
  { key, getId }: { readonly key: string; readonly getId: (key: string) => Promise<Id> },
): Promise<{ readonly classId: Id; readonly state: ClassState }> {
  for (let undone = 0; ; undone += 1) {
    const classId = await getId(undone === 0 ? key : `${key}/${undone}`);
    if (classId === undefined) return { classId, state: classDecider.initial };
    const { state } = await deciders.load(classDecider, String(classId));
    if (!state.isTakenBack) return { classId, state };
  }
}

async function findMadeClass(deps: TemplateWeekDeps, key: string): Promise<MadeClass | undefined> {
  const { classId, state } = await findTemplateClass(deps, { key, getId: deps.templateWeekIds.known });
  // Without details, a crash came between taking the id and scheduling the class.
  if (classId === undefined || state.details === null) return undefined;
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
    // The read model may not have caught up with an undo.
    scheduled: scheduled.filter(({ classId }) => !state.undone.has(classId)),
    instructors: new Set(present.flat()),
    closures,
    now,
  });
}
