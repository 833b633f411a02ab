import { assertInstructor } from '#domain/instructor/decide.ts';
import { instructorDecider } from '#domain/instructor/decider.ts';
import { changeTemplateClass as decide } from '#domain/template/decide.ts';
import { templateDecider } from '#domain/template/decider.ts';
import type { TemplateClassDetails } from '#domain/template/events.ts';
import type { AppendResult } from '../append-result.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** @throws Refusal TEMPLATE_CLASS_NOT_FOUND; INSTRUCTOR_NOT_FOUND when another one is put in who does not exist */
export const changeTemplateClass = defineCommand(
  'change-template-class',
  async (
    { deciders }: CommandDeps,
    { templateId, ...details }: TemplateClassDetails & { templateId: number; templateClassId: number },
    context,
  ): Promise<AppendResult> => {
    const { templateClassId, instructorId } = details;
    const { state: instructor } = await deciders.load(instructorDecider, String(instructorId));
    const { position } = await deciders.handle(templateDecider, String(templateId), context, (state) => {
      const events = decide(state, { ...details, now: context.now });
      // Who has left stays until another one is put in; applying says so.
      if (state.classes.get(templateClassId)?.instructorId !== instructorId) assertInstructor(instructor);
      return events;
    });
    return { position };
  },
);
