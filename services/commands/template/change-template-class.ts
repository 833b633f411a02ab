import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { assertInstructor } from '#domain/instructor/decide.ts';
import { instructorDecider } from '#domain/instructor/decider.ts';
import { changeTemplateClass as decide } from '#domain/template/decide.ts';
import { templateDecider } from '#domain/template/decider.ts';
import type { TemplateClassDetails } from '#domain/template/events.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getTemplateClassFacts } from './get-template-facts.ts';

/** @throws Refusal TEMPLATE_CLASS_NOT_FOUND, CHANGED_SINCE; INSTRUCTOR_NOT_FOUND when a new instructor does not exist */
export const changeTemplateClass = defineCommand(
  'change-template-class',
  async (
    { deciders }: CommandDeps,
    {
      templateId,
      expected,
      ...details
    }: TemplateClassDetails & {
      templateId: number;
      templateClassId: number;
      expected?: Facts | undefined;
    },
    context,
  ) => {
    const { templateClassId, instructorId } = details;
    const { state: instructor } = await deciders.load(instructorDecider, String(instructorId));
    const { position } = await deciders.handle(templateDecider, String(templateId), context, (state) => {
      const events = decide(state, { ...details, now: context.now });
      // A removed instructor stays until another one is set; applying the template reports it.
      if (state.classes.get(templateClassId)?.instructorId !== instructorId) assertInstructor(instructor);
      return guardEvents(events, expected, () => getTemplateClassFacts(state, templateClassId));
    });
    return { position };
  },
);
