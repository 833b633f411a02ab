import { type MembershipState, membershipDecider } from '#domain/membership/decider.ts';
import type { PlanInput } from '#domain/plan/decide.ts';
import { firstPlan } from '#domain/plan/first-plan.ts';
import { countRemainingPasses } from '#domain/wallet/state.ts';
import { createPlan } from '../plan/create-plan.ts';
import type { StoreHooks } from '../testing/memory-event-store.fixture.ts';
import { now, Studio } from '../testing/studio.fixture.ts';
import { settleMembership } from './settle-membership.ts';
import { subscriptionsInMemory } from './subscriptions.fixture.ts';

/** A studio with a fake of Stripe's subscriptions; Ann's membership is 1. */
export function createClub() {
  const studio = new Studio();
  const stripe = subscriptionsInMemory();
  const back = new Map<string, number>();
  const payments = {
    async refundPaymentIntent(id: string) {
      back.set(id, 18_000);
      return { id: `re_${id}`, amountPence: 18_000, status: 'succeeded' };
    },
    readPaymentIntent: async (id: string) => ({
      id,
      status: 'succeeded' as const,
      amountPence: 18_000,
      amountReceivedPence: 18_000,
      amountRefundedPence: back.get(id) ?? 0,
      disputedPence: 0,
      memberId: null,
      passId: null,
      metadata: {},
      failure: null,
      cardFingerprint: null,
      createdAt: now,
      clientSecret: null,
    }),
  };
  const ids = new Map([
    ['ann', 1],
    ['bea', 2],
  ]);
  const start = (hooks?: StoreHooks) => ({
    ...studio.start(hooks),
    subscriptions: stripe.adapter,
    payments,
    membershipIds: { of: async (memberId: string) => ids.get(memberId) ?? 9 },
  });
  const settle = (subscriptionId: string, hooks?: StoreHooks) =>
    settleMembership(start(hooks), { subscriptionId }, studio.context());
  const addPlan = ({ planId = 1, ...changes }: Partial<PlanInput> & { planId?: number } = {}) => {
    const { planId: _first, ...terms } = firstPlan;
    const deps = { ...start(), nextPlanId: async () => planId };
    return createPlan(deps, { ...terms, ...changes }, studio.context());
  };
  const state = async (): Promise<MembershipState> =>
    (await start().deciders.load(membershipDecider, '1')).state;
  const passes = async (at = now) => countRemainingPasses(await studio.wallet('ann'), at);
  const types = () => studio.log.events.map(({ type }) => type);
  return { studio, stripe, back, start, addPlan, settle, state, passes, types };
}

export type Club = ReturnType<typeof createClub>;
