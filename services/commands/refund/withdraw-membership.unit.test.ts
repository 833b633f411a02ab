import { millisecondsInDay } from 'date-fns/constants';
import { describe, expect, it } from 'vitest';
import { PaymentsUnavailable } from '#infra/payments/errors.ts';
import { bookClass } from '../booking/book-class.ts';
import { createClub } from '../membership/club.fixture.ts';
import { upgradePlan } from '../membership/upgrade-plan.ts';
import { stripeInMemory } from '../payment/stripe.fixture.ts';
import { codeOf } from '../testing/code-of.fixture.ts';
import { Crashed, crashAtAppend, type StoreHooks } from '../testing/memory-event-store.fixture.ts';
import { finishWithdrawal } from './finish-withdrawal.ts';
import { previewMembershipWithdrawal, withdrawMembership } from './withdraw-membership.ts';

const firstPayment = 'pi_sub_a_0';
const upgradePayment = 'pi_sub_a_0.5';

/** Ann's paid first month of twelve passes, one of them booked. `isLarger`: she went over to sixteen passes since. */
async function joined({ startsAtOnce = true, isLarger = false } = {}) {
  const club = createClub();
  const { studio, stripe, settle } = club;
  const money = stripeInMemory();
  const start = (hooks?: StoreHooks) => ({ ...club.start(hooks), payments: money.payments });
  await club.addPlan();
  await club.addPlan({ planId: 100, name: 'Sixteen', pricePence: 22_000, passes: 16 });
  stripe.open('sub_a', 'ann');
  const { metadata } = await stripe.adapter.readSubscription('sub_a');
  const agreement = {
    agreedAt: '2026-05-12T09:00:00.000Z',
    ...(startsAtOnce ? { startsAtOnce: 'yes' } : {}),
  };
  stripe.set('sub_a', { metadata: { ...metadata, ...agreement } });
  stripe.pay('sub_a', 0);
  money.charge(firstPayment, 18_000);
  await settle('sub_a');
  if (isLarger) {
    money.charge(upgradePayment, 2_000);
    const change = { membershipId: 1, memberId: 'ann', planId: 100, expectedPricePence: 2_000 };
    await upgradePlan(start(), change, studio.context());
  }
  await studio.schedule(1);
  await bookClass(start(), { classId: 1, memberId: 'ann', source: 'member' }, studio.context());
  const own = { membershipId: 1, memberId: 'ann' };
  const withdraw = (hooks?: StoreHooks, at?: Date) =>
    withdrawMembership(start(hooks), own, studio.context(at));
  const preview = (at?: Date) => previewMembershipWithdrawal(start(), own, studio.context(at).now);
  const finish = (paymentIntentId: string) =>
    finishWithdrawal(start(), { paymentIntentId }, studio.context());
  const readRefunded = async (id = firstPayment) =>
    (await money.payments.readPaymentIntent(id)).amountRefundedPence;
  const afterClass = async () =>
    new Date(Date.parse((await studio.classState(1)).details?.startsAt ?? '') + 3_600_000);
  return { ...club, money, start, withdraw, preview, finish, readRefunded, afterClass };
}

describe('cancelling a membership within 14 days', () => {
  it('cancels the booking ahead, ends it at Stripe and here, and gives everything back', async () => {
    const { withdraw, preview, state, passes, stripe, readRefunded, studio } = await joined();
    expect(await preview()).toEqual({ amountPence: 18_000, cancelled: 1, taken: 0, passesLost: 12 });
    expect((await state()).membership?.status).toBe('active');
    expect(await withdraw()).toMatchObject({ amountPence: 18_000, isMade: true });
    expect((await state()).membership?.status).toBe('ended');
    expect(stripe.cancelled).toEqual(['sub_a']);
    expect(await passes()).toBe(0);
    expect(await readRefunded()).toBe(18_000);
    await studio.expectSettled();
    expect(await withdraw()).toMatchObject({ amountPence: 18_000, isMade: true });
    expect(await readRefunded()).toBe(18_000);
  });

  it.each([
    [true, 16_500],
    [false, 18_000],
  ])(
    'after a class, with a request to start immediately (%s), gives back %i',
    async (startsAtOnce, amountPence) => {
      const { withdraw, preview, readRefunded, afterClass } = await joined({ startsAtOnce });
      const after = await afterClass();
      expect(await preview(after)).toMatchObject({ amountPence, cancelled: 0, taken: startsAtOnce ? 1 : 0 });
      expect(await withdraw(undefined, after)).toMatchObject({ amountPence });
      expect(await readRefunded()).toBe(amountPence);
    },
  );

  it('gives back what a larger plan cost too', async () => {
    const { withdraw, preview, readRefunded, passes } = await joined({ isLarger: true });
    expect(await preview()).toMatchObject({ amountPence: 20_000, cancelled: 1, passesLost: 14 });
    expect(await withdraw()).toMatchObject({ amountPence: 20_000, isMade: true });
    expect([await readRefunded(), await readRefunded(upgradePayment)]).toEqual([18_000, 2_000]);
    expect(await passes()).toBe(0);
  });

  it('is refused after 14 days, and of another member', async () => {
    const { withdraw, start, studio } = await joined();
    const later = new Date(studio.context().now.getTime() + 15 * millisecondsInDay);
    expect(await codeOf(withdraw(undefined, later))).toBe('WITHDRAWAL_OVER');
    const foreign = { membershipId: 1, memberId: 'bea' };
    expect(await codeOf(withdrawMembership(start(), foreign, studio.context()))).toBe('MEMBERSHIP_NOT_FOUND');
  });

  it('is over after 14 days also for a second month', async () => {
    const { withdraw, stripe, settle, studio } = await joined();
    stripe.pay('sub_a', 1);
    await settle('sub_a');
    const later = new Date(studio.context().now.getTime() + 32 * millisecondsInDay);
    expect(await codeOf(withdraw(undefined, later))).toBe('WITHDRAWAL_OVER');
  });

  it('stays begun while Stripe is down, and the sweep ends it, also after the 14 days', async () => {
    const { withdraw, start, studio, stripe, readRefunded, passes, state } = await joined({ isLarger: true });
    const { cancelNow } = stripe.adapter;
    stripe.adapter.cancelNow = async () => {
      throw new PaymentsUnavailable('down');
    };
    expect(await withdraw()).toMatchObject({ isMade: false });
    stripe.adapter.cancelNow = cancelNow;
    const later = studio.context(new Date(studio.context().now.getTime() + 15 * millisecondsInDay));
    for (const paymentIntentId of [firstPayment, upgradePayment])
      await finishWithdrawal(start(), { paymentIntentId }, later);
    expect([await readRefunded(), await readRefunded(upgradePayment)]).toEqual([18_000, 2_000]);
    expect((await state()).membership?.status).toBe('ended');
    expect(await passes()).toBe(0);
  });
});

const crashes = Array.from({ length: 12 }, (_, append) => append).flatMap((append) =>
  (['before', 'after'] as const).map((when) => ({ append, when })),
);

it.each(crashes)('crashed $when append $append, the next press or the sweep ends it once', async (crash) => {
  for (const next of ['press', 'sweep'] as const) {
    const { withdraw, finish, money, readRefunded, passes, state } = await joined({ isLarger: true });
    await withdraw(crashAtAppend(crash.append, crash.when)).catch((error: unknown) => {
      expect(error).toBeInstanceOf(Crashed);
    });
    if (next === 'sweep') for (const id of [firstPayment, upgradePayment]) await finish(id);
    await withdraw();
    expect(money.refunds).toHaveLength(2);
    expect([await readRefunded(), await readRefunded(upgradePayment)]).toEqual([18_000, 2_000]);
    expect(await passes()).toBe(0);
    expect((await state()).membership?.status).toBe('ended');
  }
});
