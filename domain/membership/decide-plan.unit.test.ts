import { describe, expect, it } from 'vitest';
import type { PriceProposal } from '../plan/decider.ts';
import { firstPlanTerms, type PlanTerms } from '../plan/terms.ts';
import { given } from '../testing/given.fixture.ts';
import { at, memberId, now } from '../testing/histories.fixture.ts';
import { followSubscription, type PaidInvoice, type SubscriptionSnapshot } from './decide.ts';
import { announcePriceChange, findNextTerms, requireUpgradable, schedulePlanChange } from './decide-plan.ts';
import { membershipDecider } from './decider.ts';
import type { MembershipEvent } from './events.ts';
import { countUpgradePasses } from './upgrade-passes.ts';

const of = { membershipId: 7, memberId, subscriptionId: 'sub_a' };
const periodEnd = '2026-06-12T09:00:00.000Z';
const sixteen: PlanTerms = {
  ...firstPlanTerms,
  planId: 100,
  name: 'Sixteen',
  pricePence: 22_000,
  passes: 16,
};
const eight: PlanTerms = { ...firstPlanTerms, planId: 101, name: 'Eight', pricePence: 13_000, passes: 8 };

const period = (id: string, from: string, to: string, plan = firstPlanTerms) => ({
  ...of,
  invoiceId: `in_${id}`,
  paymentIntentId: `pi_${id}`,
  amountPence: plan.pricePence,
  plan,
  periodStart: `2026-${from}T09:00:00.000Z`,
  periodEnd: `2026-${to}T09:00:00.000Z`,
  passes: plan.passes,
  lotId: `lot-in_${id}`,
  expiresAt: `2026-${to}T22:59:59.999Z`,
  at,
});
const started: MembershipEvent = { type: 'MembershipStarted', data: period('a', '05-12', '06-12') };
const renewed = (plan: PlanTerms): MembershipEvent => ({
  type: 'MembershipRenewed',
  data: period('b', '06-12', '07-12', plan),
});
const ended: MembershipEvent = { type: 'MembershipEnded', data: { ...of, reason: 'cancelled', at } };
const failed: MembershipEvent = {
  type: 'MembershipPaymentFailed',
  data: { ...of, invoiceId: 'in_b', attempt: 1, nextAttemptAt: null, at },
};
const cancelled: MembershipEvent = {
  type: 'MembershipCancellationScheduled',
  data: { ...of, endsAt: periodEnd, at },
};
const membership = (...history: MembershipEvent[]) => given(membershipDecider, started, ...history);

describe('another price for holders', () => {
  const proposal: PriceProposal = { pricePence: 20_000, effectiveFrom: '2026-06-12', proposedAt: at };
  const announced = (pricePence = 20_000): MembershipEvent => ({
    type: 'MembershipPriceChangeAnnounced',
    data: { ...of, planId: 1, fromPence: 18_000, pricePence, effectiveFrom: '2026-06-12', at },
  });
  const announce = (changes: Partial<PriceProposal>, ...history: MembershipEvent[]) =>
    membership(...history).when((state) =>
      announcePriceChange(state, { planId: 1, proposal: { ...proposal, ...changes }, now }),
    );

  it('is announced once, and withdrawn by the present price', () => {
    expect(announce({}).gives(announced()).membership?.priceChange).toEqual({
      pricePence: 20_000,
      effectiveFrom: '2026-06-12',
    });
    announce({}, announced()).gives();
    announce({ pricePence: 18_000 }).gives();
    const withdrawn = announce({ pricePence: 18_000 }, announced()).gives(announced(18_000));
    expect(withdrawn.membership?.priceChange).toBeNull();
  });

  it('is announced only to memberships that had the plan before the proposal, and never at shorter notice', () => {
    announce({ proposedAt: '2026-05-12T08:59:59.999Z' }).gives();
    announce({ effectiveFrom: '2026-06-10' }).gives();
    announce({}, ended).gives();
    announce({}, renewed(eight)).gives();
  });

  it('takes effect at the first renewal on or after its day', () => {
    const { membership: holder } = announce({}).gives(announced());
    if (holder === null) throw new Error('There is no membership');
    expect(findNextTerms(holder, new Date('2026-06-11T22:59:59.999Z')).pricePence).toBe(18_000);
    expect(findNextTerms(holder, new Date('2026-06-11T23:00:00.000Z')).pricePence).toBe(20_000);
    const { state } = membership(announced(), renewed({ ...firstPlanTerms, pricePence: 20_000 }));
    expect(state.membership).toMatchObject({ priceChange: null, plan: { pricePence: 20_000 } });
    const early = membership(announced(), renewed(firstPlanTerms)).state.membership;
    expect(early?.priceChange).toEqual({ pricePence: 20_000, effectiveFrom: '2026-06-12' });
  });
});

describe('another plan', () => {
  const scheduled = (plan: PlanTerms): MembershipEvent => ({
    type: 'MembershipPlanChangeScheduled',
    data: { ...of, plan, from: periodEnd, at },
  });
  const withdrawn: MembershipEvent = { type: 'MembershipPlanChangeWithdrawn', data: { ...of, at } };
  const change = (plan: PlanTerms | null, ...history: MembershipEvent[]) =>
    membership(...history).when((state) =>
      schedulePlanChange(state, { memberId, planId: plan?.planId ?? 1, plan, now }),
    );

  it('is planned for the next period, and withdrawn by the present one', () => {
    const { membership: holder } = change(eight).gives(scheduled(eight));
    if (holder === null) throw new Error('There is no membership');
    expect(findNextTerms(holder, new Date(periodEnd))).toEqual(eight);
    change(eight, scheduled(eight)).gives();
    change(sixteen, scheduled(eight)).gives(scheduled(sixteen));
    change(null, scheduled(eight)).gives(withdrawn);
    change(null).refuses('PLAN_ALREADY');
  });

  it('comes with the period that is charged for it', () => {
    const { state } = membership(scheduled(eight), renewed(eight));
    expect(state.membership).toMatchObject({ plan: eight, planChange: null });
    // The renewal was under way when the change was planned.
    const late = membership(scheduled(eight), renewed(firstPlanTerms)).state.membership;
    expect(late?.planChange?.plan).toEqual(eight);
  });

  it('cannot be chosen while a payment is open, after a cancellation, nor during a renewal', () => {
    change(eight, failed).refuses('PLAN_CHANGE_NOT_POSSIBLE', { reason: 'unpaid' });
    change(eight, cancelled).refuses('PLAN_CHANGE_NOT_POSSIBLE', { reason: 'ending' });
    change(eight, ended).refuses('MEMBERSHIP_NOT_ACTIVE', { status: 'ended' });
    const during = new Date(periodEnd);
    expect(() =>
      schedulePlanChange(membership().state, { memberId, planId: 101, plan: eight, now: during }),
    ).toThrow('PLAN_CHANGE_NOT_POSSIBLE');
  });

  it('can start immediately if it has more passes for more money and the same interval', () => {
    const upgrade = (plan: PlanTerms | null) => () =>
      requireUpgradable(membership().state, { memberId, planId: plan?.planId ?? 1, plan, now });
    expect(upgrade(sixteen)().plan).toEqual(sixteen);
    expect(upgrade(null)).toThrow('PLAN_ALREADY');
    expect(() =>
      requireUpgradable(membership(scheduled(eight)).state, { memberId, planId: 100, plan: sixteen, now }),
    ).toThrow('PLAN_CHANGE_NOT_POSSIBLE');
    for (const plan of [eight, { ...sixteen, interval: '4_weeks' } as const, { ...sixteen, passes: 12 }])
      expect(upgrade(plan)).toThrow('PLAN_NOT_AN_UPGRADE');
  });
});

describe('an upgrade', () => {
  const invoice: PaidInvoice = {
    kind: 'upgrade',
    invoiceId: 'in_u',
    paymentIntentId: 'pi_u',
    amountPence: 2_000,
    plan: sixteen,
    periodStart: '2026-05-27T09:00:00.000Z',
    periodEnd,
  };
  const {
    at: _at,
    subscriptionId: _s,
    membershipId: _m,
    memberId: _i,
    ...first
  } = period('a', '05-12', '06-12');
  const snapshot: SubscriptionSnapshot = {
    ...of,
    isOver: false,
    isCancelled: false,
    cancelAtPeriodEnd: false,
    currentPeriodEnd: periodEnd,
    nextPlan: sixteen,
    agreement: null,
    paid: [{ kind: 'period', ...first }, invoice],
    failed: null,
    payableInvoiceIds: [],
    voidedInvoiceIds: [],
    pause: null,
    voidedPeriodStarts: [],
  };

  it('adds as large a part of the passes as was paid of the difference, rounded up', () => {
    expect(
      [1, 1_000, 1_001, 2_000, 4_000, 5_000].map((pence) =>
        countUpgradePasses(firstPlanTerms, sixteen, pence),
      ),
    ).toEqual([1, 1, 2, 2, 4, 4]);
    expect(countUpgradePasses(sixteen, firstPlanTerms, 1_000)).toBe(0);
    expect(countUpgradePasses(firstPlanTerms, sixteen, 0)).toBe(0);
  });

  it('is recorded once for its invoice, with the end of the period that it adds to', () => {
    const follow = (...history: MembershipEvent[]) =>
      membership(...history).when((state) => followSubscription(state, { subscription: snapshot, now }));
    const upgraded: MembershipEvent = {
      type: 'MembershipPlanUpgraded',
      data: {
        ...of,
        invoiceId: 'in_u',
        paymentIntentId: 'pi_u',
        amountPence: 2_000,
        plan: sixteen,
        periodStart: invoice.periodStart,
        periodEnd,
        passes: 2,
        lotId: 'lot-in_u',
        expiresAt: '2026-06-12T22:59:59.999Z',
        at,
      },
    };
    expect(follow().gives(upgraded).membership).toMatchObject({ plan: sixteen, planChange: null });
    follow(upgraded).gives();
  });
});
