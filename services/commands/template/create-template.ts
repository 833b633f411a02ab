import { createTemplate as decide, type TemplateInput } from '#domain/template/decide.ts';
import { templateDecider } from '#domain/template/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

export async function createTemplate(
  { deciders, nextTemplateId }: CommandDeps & { readonly nextTemplateId: () => Promise<number> },
  input: TemplateInput,
  context: CommandContext,
): Promise<Written & { templateId: number }> {
  const templateId = await nextTemplateId();
  const { position } = await deciders.handle(templateDecider, String(templateId), context, (state) =>
    decide(state, { ...input, templateId, now: context.now }),
  );
  return { templateId, position };
}
