import { closeMonth as decide } from '#domain/month/decide.ts';
import { monthDecider } from '#domain/month/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Closes the books of a month with its current report. @throws Refusal MONTH_NOT_OVER */
export const closeMonth = defineCommand(
  'close-month',
  async (
    { deciders }: CommandDeps,
    books: { month: string; figures: string; throughPosition: string },
    context,
  ) => {
    const { position } = await deciders.handle(monthDecider, books.month, context, (state) =>
      decide(state, { ...books, now: context.now }),
    );
    return { position };
  },
);
