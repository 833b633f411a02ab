import { createPlan as decide, type PlanInput } from '#domain/plan/decide.ts';
import { planDecider } from '#domain/plan/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Adds a plan of membership. @throws InvalidInput */
export const createPlan = defineCommand(
  'create-plan',
  async (
    { deciders, nextPlanId }: CommandDeps & { readonly nextPlanId: () => Promise<number> },
    input: PlanInput,
    context,
  ) => {
    const planId = await nextPlanId();
    const { position } = await deciders.handle(planDecider, String(planId), context, (state) =>
      decide(state, { ...input, planId, now: context.now }),
    );
    return { planId, position };
  },
);
