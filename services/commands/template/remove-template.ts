import { removeTemplate as decide } from '#domain/template/decide.ts';
import { templateDecider } from '#domain/template/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

/** Takes a template away with its `classes`; those on the timetable stay. @throws Refusal TEMPLATE_NOT_FOUND */
export async function removeTemplate(
  { deciders }: CommandDeps,
  { templateId }: { templateId: number },
  context: CommandContext,
): Promise<Written & { classes: number }> {
  const { position, events } = await deciders.handle(templateDecider, String(templateId), context, (state) =>
    decide(state, { now: context.now }),
  );
  return { position, classes: events.filter(({ type }) => type === 'TemplateClassRemoved').length };
}
