import { describe, expect, it } from 'vitest';
import { proposePriceChange } from '../plan/propose-price-change.ts';
import { now } from '../testing/studio.fixture.ts';
import { announcePriceChange } from './announce-price-change.ts';
import { changePlanAtRenewal } from './change-plan-at-renewal.ts';
import { createClub } from './club.fixture.ts';
import { previewUpgrade, upgradePlan } from './upgrade-plan.ts';

describe('another plan', () => {
  const sixteen = { planId: 100, name: 'Sixteen', pricePence: 22_000, passes: 16 };

  it('is charged by Stripe from the next period, unless the member keeps the present one', async () => {
    const { studio, stripe, start, addPlan, settle, state } = createClub();
    await addPlan();
    await addPlan(sixteen);
    stripe.open('sub_a', 'ann');
    stripe.pay('sub_a', 0);
    await settle('sub_a');
    const change = (planId: number) =>
      changePlanAtRenewal(start(), { membershipId: 1, memberId: 'ann', planId }, studio.context());
    await change(100);
    const next = async () => (await stripe.adapter.readSubscription('sub_a')).metadata;
    expect(await next()).toMatchObject({ planId: '100', planVersion: '1', planPricePence: '22000' });
    await change(1);
    expect(await next()).toMatchObject({ planId: '1', planPricePence: '18000' });
    await change(100);
    stripe.pay('sub_a', 1);
    await settle('sub_a');
    expect((await state()).membership).toMatchObject({ plan: { planId: 100, passes: 16 }, planChange: null });
    await expect(
      changePlanAtRenewal(start(), { membershipId: 1, memberId: 'bea', planId: 1 }, studio.context()),
    ).rejects.toMatchObject({ code: 'MEMBERSHIP_NOT_FOUND' });
  });

  it('starts immediately for what is left of the period, and adds its part of the passes', async () => {
    const { studio, stripe, start, addPlan, settle, passes } = createClub();
    await addPlan(sixteen);
    stripe.open('sub_a', 'ann');
    stripe.pay('sub_a', 0);
    await settle('sub_a');
    const request = { membershipId: 1, memberId: 'ann', planId: 100 };
    const { amountPence, passes: more } = await previewUpgrade(start(), request, now);
    expect([amountPence, more]).toEqual([2_000, 2]);
    const upgrade = (expectedPricePence: number) =>
      upgradePlan(start(), { ...request, expectedPricePence }, studio.context());
    await expect(upgrade(1_500)).rejects.toMatchObject({ code: 'CHANGED_SINCE' });
    await upgrade(2_000);
    expect(await passes()).toBe(14);
    await settle('sub_a');
    expect(await passes()).toBe(14);
    await expect(upgrade(2_000)).rejects.toMatchObject({ code: 'PLAN_ALREADY' });
    stripe.pay('sub_a', 1);
    await settle('sub_a');
    expect(await passes()).toBe(16);
  });

  it('costs another price once that was announced in time', async () => {
    const { studio, stripe, start, addPlan, settle, state, types } = createClub();
    await addPlan();
    stripe.open('sub_a', 'ann');
    stripe.pay('sub_a', 0);
    await settle('sub_a');
    const change = { planId: 1, pricePence: 20_000, effectiveFrom: '2026-06-12' };
    await proposePriceChange(start(), change, studio.context());
    const announce = () => announcePriceChange(start(), { membershipId: 1 }, studio.context());
    await announce();
    await announce();
    expect(types().filter((type) => type === 'MembershipPriceChangeAnnounced')).toHaveLength(1);
    expect((await stripe.adapter.readSubscription('sub_a')).metadata).toMatchObject({
      planPricePence: '20000',
    });
    stripe.pay('sub_a', 1);
    await settle('sub_a');
    expect((await state()).membership).toMatchObject({ plan: { pricePence: 20_000 }, priceChange: null });
  });
});
