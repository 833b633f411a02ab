import { changeTemplate as decide, type TemplateChange } from '#domain/template/decide.ts';
import { templateDecider } from '#domain/template/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** A missing field stays as it is. @throws Refusal TEMPLATE_NOT_FOUND */
export const changeTemplate = defineCommand(
  'change-template',
  async (
    { deciders }: CommandDeps,
    { templateId, ...input }: TemplateChange & { templateId: number },
    context,
  ) => {
    const { position } = await deciders.handle(templateDecider, String(templateId), context, (state) =>
      decide(state, { ...input, now: context.now }),
    );
    return { position };
  },
);
