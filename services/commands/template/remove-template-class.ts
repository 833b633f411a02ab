import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { removeTemplateClass as decide } from '#domain/template/decide.ts';
import { templateDecider } from '#domain/template/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getTemplateClassFacts } from './get-template-facts.ts';

/** @throws Refusal TEMPLATE_CLASS_NOT_FOUND, CHANGED_SINCE */
export const removeTemplateClass = defineCommand(
  'remove-template-class',
  async (
    { deciders }: CommandDeps,
    {
      templateId,
      templateClassId,
      expected,
    }: { templateId: number; templateClassId: number; expected?: Facts | undefined },
    context,
  ) => {
    const { position } = await deciders.handle(templateDecider, String(templateId), context, (state) =>
      guardEvents(decide(state, { templateClassId, now: context.now }), expected, () =>
        getTemplateClassFacts(state, templateClassId),
      ),
    );
    return { position };
  },
);
