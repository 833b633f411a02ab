import { changeTemplate as decide, type TemplateChange } from '#domain/template/decide.ts';
import { templateDecider } from '#domain/template/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

/** What is left out stays as it is. @throws Refusal TEMPLATE_NOT_FOUND */
export async function changeTemplate(
  { deciders }: CommandDeps,
  { templateId, ...input }: TemplateChange & { templateId: number },
  context: CommandContext,
): Promise<Written> {
  const { position } = await deciders.handle(templateDecider, String(templateId), context, (state) =>
    decide(state, { ...input, now: context.now }),
  );
  return { position };
}
