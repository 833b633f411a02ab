import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { proposePriceChange as decide } from '#domain/plan/decide.ts';
import { planDecider } from '#domain/plan/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getPlanFacts } from './get-plan-facts.ts';

interface PriceChangeInput {
  readonly planId: number;
  readonly pricePence: number;
  /** A London day. */
  readonly effectiveFrom: string;
  /** What the caller saw. */
  readonly expected?: Facts | undefined;
}

/**
 * Proposes another price to those who have a plan. A sweep announces it on each of their memberships. A repeated call changes nothing.
 * @throws Refusal PLAN_NOT_FOUND, NOTICE_TOO_SHORT, CHANGED_SINCE; InvalidInput
 */
export const proposePriceChange = defineCommand(
  'propose-price-change',
  async ({ deciders }: CommandDeps, { planId, expected, ...change }: PriceChangeInput, context) => {
    const { position } = await deciders.handle(planDecider, String(planId), context, (state) =>
      guardEvents(decide(state, { ...change, now: context.now }), expected, () => getPlanFacts(state)),
    );
    return { position };
  },
);
