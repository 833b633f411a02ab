import { classDecider } from '#domain/class/decider.ts';
import type { ClassDetails } from '#domain/class/events.ts';
import { getTakeBackStatus, type TakeBackStatus, takeBackClass } from '#domain/class/take-back.ts';
import { assertTemplate, getApplication, recordUndone } from '#domain/template/decide.ts';
import { templateDecider } from '#domain/template/decider.ts';
import type { AppliedClass } from '#domain/template/events.ts';
import { pickLaterPosition } from '../append-result.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import type { TemplateWeek } from './plan-template-week.ts';

export interface TemplateApplication extends TemplateWeek {
  /** By default the latest of the week. */
  readonly application?: number | undefined;
}

/** A class that stays: `status` is the reason. */
export interface RetainedClass {
  readonly classId: number;
  readonly status: Exclude<TakeBackStatus, 'free' | 'taken_back'>;
  readonly details: ClassDetails;
}

/**
 * Takes back the classes that one application of a template made. Classes with a booking or a waiting member, that
 * have begun, or that the studio cancelled, stay. Each class decides on its own stream. Repeated calls change nothing
 * more.
 * @throws Refusal TEMPLATE_NOT_FOUND
 */
export const undoTemplate = defineCommand(
  'undo-template',
  async ({ deciders }: CommandDeps, { templateId, weekStart, application }: TemplateApplication, context) => {
    const { state } = await deciders.load(templateDecider, String(templateId));
    assertTemplate(state);
    let position: bigint | null = null;
    const takenBack: AppliedClass[] = [];
    const retained: RetainedClass[] = [];
    for (const one of getApplication(state, weekStart, application).classes) {
      const { classId } = one;
      const result = await deciders.handle(
        classDecider,
        String(classId),
        stepContext(context, 'class', classId),
        (current) => takeBackClass(current, { now: context.now }),
      );
      position = pickLaterPosition(position, result.position);
      const status = getTakeBackStatus(result.state, context.now);
      const { details } = result.state;
      if (status === 'taken_back') takenBack.push(one);
      else if (status !== 'free' && details !== null) retained.push({ classId, status, details });
    }
    const recorded = await deciders.handle(
      templateDecider,
      String(templateId),
      stepContext(context, 'undone'),
      (current) => recordUndone(current, { templateId, weekStart, classes: takenBack, now: context.now }),
    );
    return { position: pickLaterPosition(position, recorded.position), takenBack, retained };
  },
);

/** What undoing an application would take back; null when nothing is left of it, or a class of it is in use or has begun. */
export async function planUndo(
  { deciders }: CommandDeps,
  { templateId, weekStart, application: wanted }: TemplateApplication,
  { now }: { readonly now: Date },
): Promise<{ readonly application: number; readonly classes: number } | null> {
  const { state } = await deciders.load(templateDecider, String(templateId));
  const { application, classes } = getApplication(state, weekStart, wanted);
  const statuses = await Promise.all(
    classes.map(async ({ classId }) =>
      getTakeBackStatus((await deciders.load(classDecider, String(classId))).state, now),
    ),
  );
  const free = statuses.filter((status) => status === 'free').length;
  const isOpen = statuses.every((status) => ['free', 'taken_back', 'cancelled'].includes(status));
  return free > 0 && isOpen ? { application, classes: free } : null;
}
