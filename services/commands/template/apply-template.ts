import type { Facts } from '#domain/changed-since.ts';
import { findApplication, recordApplied } from '#domain/template/decide.ts';
import { templateDecider } from '#domain/template/decider.ts';
import { templateClassMinutes } from '#domain/template/plan-week.ts';
import { assertWeekAsSeen } from '#domain/template/seen-week.ts';
import { pickLaterPosition } from '../append-result.ts';
import { defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import { scheduleClass } from '../timetable/schedule-class.ts';
import {
  findTemplateClass,
  getTemplateClassKey,
  planTemplateWeek,
  type TemplateWeek,
  type TemplateWeekDeps,
} from './plan-template-week.ts';

async function takeClassId(deps: TemplateWeekDeps, key: string): Promise<number> {
  const { classId } = await findTemplateClass(deps, { key, getId: deps.templateWeekIds.of });
  return classId;
}

/**
 * Schedules the template's classes that a week lacks. Each class has one fixed id until an undo removes it, so that
 * no class is scheduled twice, concurrently or after a crash. One that the studio cancelled stays cancelled.
 * `application`: the number of the application that made the first of them, to undo it.
 * `expected`: what the caller saw of the week (`getWeekFacts`).
 * @throws Refusal TEMPLATE_NOT_FOUND, CHANGED_SINCE; InvalidInput when the week is too far ahead
 */
export const applyTemplate = defineCommand(
  'apply-template',
  async (
    deps: TemplateWeekDeps,
    { expected, ...week }: TemplateWeek & { readonly expected?: Facts | undefined },
    context,
  ) => {
    const planned = await planTemplateWeek(deps, week, context);
    assertWeekAsSeen(expected, planned);
    let position: bigint | null = null;
    let firstMade: number | undefined;
    const onTimetable: { templateClassId: number; classId: number }[] = [];
    for (const { templateClassId, date, details, outcome } of planned) {
      if (outcome.kind === 'made' || outcome.kind === 'cancelled') {
        onTimetable.push({ templateClassId, classId: outcome.made.classId });
      }
      if (outcome.kind !== 'create') continue;
      const { level, time, instructorId, capacity } = details;
      const scheduled = await scheduleClass(
        { ...deps, nextClassId: () => takeClassId(deps, getTemplateClassKey(week, templateClassId)) },
        { level, date, time, instructorId, capacity, durationMinutes: templateClassMinutes },
        stepContext(context, 'class', templateClassId),
      );
      onTimetable.push({ templateClassId, classId: scheduled.classId });
      position = pickLaterPosition(position, scheduled.position);
      firstMade ??= scheduled.classId;
    }
    const recorded = await deps.deciders.handle(
      templateDecider,
      String(week.templateId),
      stepContext(context, 'applied'),
      (state) => recordApplied(state, { ...week, classes: onTimetable, now: context.now }),
    );
    return {
      position: pickLaterPosition(position, recorded.position),
      planned,
      application:
        firstMade === undefined ? undefined : findApplication(recorded.state, week.weekStart, firstMade),
    };
  },
);
