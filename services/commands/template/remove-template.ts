import { removeTemplate as decide } from '#domain/template/decide.ts';
import { templateDecider } from '#domain/template/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Removes a template with its `classes`; those on the timetable stay. @throws Refusal TEMPLATE_NOT_FOUND */
export const removeTemplate = defineCommand(
  'remove-template',
  async ({ deciders }: CommandDeps, { templateId }: { templateId: number }, context) => {
    const { position, events } = await deciders.handle(
      templateDecider,
      String(templateId),
      context,
      (state) => decide(state, { now: context.now }),
    );
    return { position, classes: events.filter(({ type }) => type === 'TemplateClassRemoved').length };
  },
);
