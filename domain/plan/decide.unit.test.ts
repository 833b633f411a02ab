import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, now } from '../testing/histories.fixture.ts';
import { changePlan, createPlan, proposePriceChange, retirePlan } from './decide.ts';
import { planDecider } from './decider.ts';
import type { PlanEvent } from './events.ts';
import { firstPlan } from './first-plan.ts';

const { planId, ...input } = firstPlan;
const created: PlanEvent = { type: 'PlanCreated', data: { ...firstPlan, at } };
const dearer: PlanEvent = { type: 'PlanChanged', data: { ...firstPlan, pricePence: 19_000, at } };
const retired: PlanEvent = { type: 'PlanRetired', data: { planId, at } };
const plan = (...history: PlanEvent[]) => given(planDecider, ...history);

describe('a plan', () => {
  it('is created once for an id, also after it is retired', () => {
    plan()
      .when((state) => createPlan(state, { ...firstPlan, now }))
      .gives(created);
    plan(created)
      .when((state) => createPlan(state, { ...firstPlan, now }))
      .gives();
    plan(created, retired)
      .when((state) => createPlan(state, { ...firstPlan, now }))
      .gives();
  });

  it('keeps each version of its terms for those who have it', () => {
    const change = { ...input, pricePence: 19_000, now };
    const { versions } = plan(created)
      .when((state) => changePlan(state, change))
      .gives(dearer);
    expect(versions.map(({ pricePence }) => pricePence)).toEqual([18_000, 19_000]);
    plan(created, dearer)
      .when((state) => changePlan(state, change))
      .gives();
  });

  it('cannot cost less than a card can be charged, nor give nothing', () => {
    const { state } = plan(created);
    expect(() => changePlan(state, { ...input, pricePence: 29, now })).toThrow(
      'Cards can be charged from £0.30',
    );
    expect(() => changePlan(state, { ...input, pricePence: 100.5, now })).toThrow('Cards can be charged');
    expect(() => createPlan(state, { ...firstPlan, passes: 0, now })).toThrow('at least one pass');
  });

  it('is retired once, and does not change after that', () => {
    plan(created)
      .when((state) => retirePlan(state, { now }))
      .gives(retired);
    plan(created, retired)
      .when((state) => retirePlan(state, { now }))
      .gives();
    expect(() => changePlan(plan(created, retired).state, { ...input, now })).toThrow('PLAN_RETIRED');
    expect(() => retirePlan(plan().state, { now })).toThrow('PLAN_NOT_FOUND');
  });

  it('changes its price for holders with thirty days of notice at least', () => {
    const propose = (effectiveFrom: string, pricePence = 20_000, ...history: PlanEvent[]) =>
      plan(created, ...history).when((state) =>
        proposePriceChange(state, { pricePence, effectiveFrom, now }),
      );
    const proposed = (effectiveFrom: string, pricePence = 20_000): PlanEvent => ({
      type: 'PlanPriceChangeProposed',
      data: { planId, pricePence, effectiveFrom, at },
    });
    propose('2026-06-11').refuses('NOTICE_TOO_SHORT', { days: 30, earliest: 'Fri 12 Jun 2026' });
    const { proposal } = propose('2026-06-12').gives(proposed('2026-06-12'));
    expect(proposal).toEqual({ pricePence: 20_000, effectiveFrom: '2026-06-12', proposedAt: at });
    propose('2026-06-12', 20_000, proposed('2026-06-12')).gives();
    propose('2026-07-01', 18_000, proposed('2026-06-12')).gives(proposed('2026-07-01', 18_000));
    propose('2026-07-01', 20_000, retired).gives(proposed('2026-07-01'));
    expect(() =>
      proposePriceChange(plan(created).state, { pricePence: 29, effectiveFrom: '2026-07-01', now }),
    ).toThrow('Cards can be charged');
  });
});
