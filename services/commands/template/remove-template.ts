import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { removeTemplate as decide } from '#domain/template/decide.ts';
import { templateDecider } from '#domain/template/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getTemplateFacts } from './get-template-facts.ts';

/** Removes a template with its `classes`; those on the timetable stay. @throws Refusal TEMPLATE_NOT_FOUND, CHANGED_SINCE */
export const removeTemplate = defineCommand(
  'remove-template',
  async (
    { deciders }: CommandDeps,
    { templateId, expected }: { templateId: number; expected?: Facts | undefined },
    context,
  ) => {
    const { position, events } = await deciders.handle(
      templateDecider,
      String(templateId),
      context,
      (state) => guardEvents(decide(state, { now: context.now }), expected, () => getTemplateFacts(state)),
    );
    return { position, classes: events.filter(({ type }) => type === 'TemplateClassRemoved').length };
  },
);
