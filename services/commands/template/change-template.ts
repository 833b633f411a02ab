import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { changeTemplate as decide, type TemplateChange } from '#domain/template/decide.ts';
import { templateDecider } from '#domain/template/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getTemplateFacts } from './get-template-facts.ts';

/** A missing field stays as it is. @throws Refusal TEMPLATE_NOT_FOUND, CHANGED_SINCE */
export const changeTemplate = defineCommand(
  'change-template',
  async (
    { deciders }: CommandDeps,
    { templateId, expected, ...input }: TemplateChange & { templateId: number; expected?: Facts | undefined },
    context,
  ) => {
    const { position } = await deciders.handle(templateDecider, String(templateId), context, (state) =>
      guardEvents(decide(state, { ...input, now: context.now }), expected, () => getTemplateFacts(state)),
    );
    return { position };
  },
);
