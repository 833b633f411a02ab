import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { retirePlan as decide } from '#domain/plan/decide.ts';
import { planDecider } from '#domain/plan/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getPlanFacts } from './get-plan-facts.ts';

/**
 * Ends the sale of a plan for good; memberships of it run on. A repeated call changes nothing.
 * @throws Refusal PLAN_NOT_FOUND, CHANGED_SINCE
 */
export const retirePlan = defineCommand(
  'retire-plan',
  async (
    { deciders }: CommandDeps,
    { planId, expected }: { planId: number; expected?: Facts | undefined },
    context,
  ) => {
    const { position } = await deciders.handle(planDecider, String(planId), context, (state) =>
      guardEvents(decide(state, { now: context.now }), expected, () => getPlanFacts(state)),
    );
    return { position };
  },
);
