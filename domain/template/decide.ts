import { Refusal } from '../refusal.ts';
import type { TemplateState } from './decider.ts';
import type { AppliedClass, TemplateClassDetails, TemplateDetails, TemplateEvent } from './events.ts';

export type TemplateInput = Omit<TemplateDetails, 'templateId'>;

/** A missing field stays as it is. */
export type TemplateChange = { readonly [K in keyof TemplateInput]?: TemplateInput[K] | undefined };

/** @throws Refusal TEMPLATE_NOT_FOUND */
export function assertTemplate(state: TemplateState): TemplateDetails {
  if (state.template === null) throw new Refusal('TEMPLATE_NOT_FOUND');
  return state.template;
}

/** @throws Refusal TEMPLATE_CLASS_NOT_FOUND */
export function assertTemplateClass(state: TemplateState, templateClassId: number): TemplateClassDetails {
  const found = state.template === null ? undefined : state.classes.get(templateClassId);
  if (found === undefined) throw new Refusal('TEMPLATE_CLASS_NOT_FOUND');
  return found;
}

/** The same id a second time adds nothing. */
export function createTemplate(
  state: TemplateState,
  { templateId, name, description, isActive, now }: TemplateDetails & { now: Date },
): TemplateEvent[] {
  if (state.template !== null || state.isRemoved) return [];
  const at = now.toISOString();
  return [{ type: 'TemplateCreated', data: { templateId, name, description, isActive, at } }];
}

/** @throws Refusal TEMPLATE_NOT_FOUND */
export function changeTemplate(
  state: TemplateState,
  { now, ...input }: TemplateChange & { now: Date },
): TemplateEvent[] {
  const old = assertTemplate(state);
  const { templateId } = old;
  const { name = old.name, description = old.description, isActive = old.isActive } = input;
  if (name === old.name && description === old.description && isActive === old.isActive) return [];
  const at = now.toISOString();
  return [{ type: 'TemplateChanged', data: { templateId, name, description, isActive, at } }];
}

/** Removes the template with its classes; classes on the timetable stay. @throws Refusal TEMPLATE_NOT_FOUND */
export function removeTemplate(state: TemplateState, { now }: { now: Date }): TemplateEvent[] {
  if (state.isRemoved) return [];
  const { templateId } = assertTemplate(state);
  const at = now.toISOString();
  return [
    ...[...state.classes.keys()].map(
      (templateClassId): TemplateEvent => ({
        type: 'TemplateClassRemoved',
        data: { templateId, templateClassId, at },
      }),
    ),
    { type: 'TemplateRemoved', data: { templateId, at } },
  ];
}

/** Appends nothing for an id that is in use. @throws Refusal TEMPLATE_NOT_FOUND */
export function addTemplateClass(
  state: TemplateState,
  { templateClassId, now, ...details }: TemplateClassDetails & { templateClassId: number; now: Date },
): TemplateEvent[] {
  const { templateId } = assertTemplate(state);
  if (state.classes.has(templateClassId)) return [];
  const at = now.toISOString();
  return [{ type: 'TemplateClassAdded', data: { templateId, templateClassId, ...details, at } }];
}

function sameClass(a: TemplateClassDetails, b: TemplateClassDetails): boolean {
  return (
    a.level === b.level &&
    a.dayOfWeek === b.dayOfWeek &&
    a.time === b.time &&
    a.instructorId === b.instructorId &&
    a.capacity === b.capacity
  );
}

/** Changes the class for weeks to come; classes on the timetable stay. @throws Refusal TEMPLATE_CLASS_NOT_FOUND */
export function changeTemplateClass(
  state: TemplateState,
  { templateClassId, now, ...details }: TemplateClassDetails & { templateClassId: number; now: Date },
): TemplateEvent[] {
  const old = assertTemplateClass(state, templateClassId);
  if (sameClass(old, details)) return [];
  const { templateId } = assertTemplate(state);
  const at = now.toISOString();
  return [{ type: 'TemplateClassChanged', data: { templateId, templateClassId, ...details, at } }];
}

/** @throws Refusal TEMPLATE_CLASS_NOT_FOUND */
export function removeTemplateClass(
  state: TemplateState,
  { templateClassId, now }: { templateClassId: number; now: Date },
): TemplateEvent[] {
  assertTemplateClass(state, templateClassId);
  const { templateId } = assertTemplate(state);
  return [{ type: 'TemplateClassRemoved', data: { templateId, templateClassId, at: now.toISOString() } }];
}

interface WeekRecord {
  readonly templateId: number;
  readonly weekStart: string;
  readonly classes: readonly AppliedClass[];
  readonly now: Date;
}

/** Records which classes of the template are on a week's timetable. Appends nothing for recorded ones. */
export function recordApplied(
  state: TemplateState,
  { templateId, weekStart, classes, now }: WeekRecord,
): TemplateEvent[] {
  const known = getMadeIds(state, weekStart);
  const fresh = classes.filter(({ classId }) => !known.includes(classId));
  if (fresh.length === 0) return [];
  const at = now.toISOString();
  return [{ type: 'TemplateApplied', data: { templateId, weekStart, classes: fresh, at } }];
}

/** Records which classes of a week were taken back. Appends nothing for recorded ones. */
export function recordUndone(
  state: TemplateState,
  { templateId, weekStart, classes, now }: WeekRecord,
): TemplateEvent[] {
  const fresh = classes.filter(({ classId }) => !state.undone.has(classId));
  if (fresh.length === 0) return [];
  const takenBack = new Set([...state.undone, ...fresh.map(({ classId }) => classId)]);
  const remaining = getMadeIds(state, weekStart).filter((id) => !takenBack.has(id)).length;
  const data = { templateId, weekStart, classes: fresh, remaining, at: now.toISOString() };
  return [{ type: 'TemplateApplicationUndone', data }];
}

const getMadeIds = ({ applied }: TemplateState, weekStart: string): number[] =>
  (applied.get(weekStart) ?? []).flat().map(({ classId }) => classId);

/** The number of the application that made a class of a week; undefined for a class that is not recorded. */
export function findApplication(
  { applied }: TemplateState,
  weekStart: string,
  classId: number,
): number | undefined {
  const index = (applied.get(weekStart) ?? []).findIndex((classes) =>
    classes.some((one) => one.classId === classId),
  );
  return index === -1 ? undefined : index + 1;
}

/** The classes that an application of the template to a week made, by default its latest one. */
export function getApplication(
  { applied }: TemplateState,
  weekStart: string,
  application = applied.get(weekStart)?.length ?? 0,
): { readonly application: number; readonly classes: readonly AppliedClass[] } {
  return { application, classes: applied.get(weekStart)?.[application - 1] ?? [] };
}
