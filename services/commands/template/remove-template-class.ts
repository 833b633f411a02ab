import { removeTemplateClass as decide } from '#domain/template/decide.ts';
import { templateDecider } from '#domain/template/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

/** @throws Refusal TEMPLATE_CLASS_NOT_FOUND */
export async function removeTemplateClass(
  { deciders }: CommandDeps,
  { templateId, templateClassId }: { templateId: number; templateClassId: number },
  context: CommandContext,
): Promise<Written> {
  const { position } = await deciders.handle(templateDecider, String(templateId), context, (state) =>
    decide(state, { templateClassId, now: context.now }),
  );
  return { position };
}
