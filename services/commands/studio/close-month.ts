import { closeMonth as decide } from '#domain/month/decide.ts';
import { monthDecider } from '#domain/month/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

/** Shuts the books of a month with the report as it stands. @throws Refusal MONTH_NOT_OVER */
export async function closeMonth(
  { deciders }: CommandDeps,
  books: { month: string; figures: string; throughPosition: string },
  context: CommandContext,
): Promise<Written> {
  const { position } = await deciders.handle(monthDecider, books.month, context, (state) =>
    decide(state, { ...books, now: context.now }),
  );
  return { position };
}
