import { assertInstructor } from '#domain/instructor/decide.ts';
import { instructorDecider } from '#domain/instructor/decider.ts';
import { addTemplateClass as decide } from '#domain/template/decide.ts';
import { templateDecider } from '#domain/template/decider.ts';
import type { TemplateClassDetails } from '#domain/template/events.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** @throws Refusal TEMPLATE_NOT_FOUND, INSTRUCTOR_NOT_FOUND */
export const addTemplateClass = defineCommand(
  'add-template-class',
  async (
    { deciders, nextTemplateClassId }: CommandDeps & { readonly nextTemplateClassId: () => Promise<number> },
    { templateId, ...details }: TemplateClassDetails & { templateId: number },
    context,
  ) => {
    const [instructor, templateClassId] = await Promise.all([
      deciders.load(instructorDecider, String(details.instructorId)),
      nextTemplateClassId(),
    ]);
    const { position } = await deciders.handle(templateDecider, String(templateId), context, (state) => {
      const events = decide(state, { ...details, templateClassId, now: context.now });
      assertInstructor(instructor.state);
      return events;
    });
    return { templateClassId, position };
  },
);
