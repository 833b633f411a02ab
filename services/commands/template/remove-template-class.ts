import { removeTemplateClass as decide } from '#domain/template/decide.ts';
import { templateDecider } from '#domain/template/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** @throws Refusal TEMPLATE_CLASS_NOT_FOUND */
export const removeTemplateClass = defineCommand(
  'remove-template-class',
  async (
    { deciders }: CommandDeps,
    { templateId, templateClassId }: { templateId: number; templateClassId: number },
    context,
  ) => {
    const { position } = await deciders.handle(templateDecider, String(templateId), context, (state) =>
      decide(state, { templateClassId, now: context.now }),
    );
    return { position };
  },
);
