import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { changePlan as decide, type PlanInput } from '#domain/plan/decide.ts';
import { planDecider } from '#domain/plan/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getPlanFacts } from './get-plan-facts.ts';

interface PlanChangeInput extends PlanInput {
  readonly planId: number;
  /** What the caller saw. */
  readonly expected?: Facts | undefined;
}

/**
 * Changes a plan for new sales. A member who has it, or has a payment page open, keeps the terms that were shown.
 * @throws Refusal PLAN_NOT_FOUND, PLAN_RETIRED, CHANGED_SINCE; InvalidInput
 */
export const changePlan = defineCommand(
  'change-plan',
  async ({ deciders }: CommandDeps, { planId, expected, ...input }: PlanChangeInput, context) => {
    const { position } = await deciders.handle(planDecider, String(planId), context, (state) =>
      guardEvents(decide(state, { ...input, now: context.now }), expected, () => getPlanFacts(state)),
    );
    return { position };
  },
);
