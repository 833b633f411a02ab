import { createTemplate as decide, type TemplateInput } from '#domain/template/decide.ts';
import { templateDecider } from '#domain/template/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

export const createTemplate = defineCommand(
  'create-template',
  async (
    { deciders, nextTemplateId }: CommandDeps & { readonly nextTemplateId: () => Promise<number> },
    input: TemplateInput,
    context,
  ) => {
    const templateId = await nextTemplateId();
    const { position } = await deciders.handle(templateDecider, String(templateId), context, (state) =>
      decide(state, { ...input, templateId, now: context.now }),
    );
    return { templateId, position };
  },
);
