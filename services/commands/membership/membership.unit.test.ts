import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '#domain/refusal.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { Crashed, crashAtAppend } from '../testing/memory-event-store.fixture.ts';
import { now } from '../testing/studio.fixture.ts';
import { cancelMembership } from './cancel-membership.ts';
import { createClub } from './club.fixture.ts';
import { completeCheckout } from './complete-checkout.ts';
import { openCheckout } from './open-checkout.ts';
import { resumeMembership } from './resume-membership.ts';
import { settleMembershipRefund } from './settle-membership-refund.ts';
import type { subscriptionsInMemory } from './subscriptions.fixture.ts';

const pages = { successUrl: 'https://s', cancelUrl: 'https://c' };

describe('a payment page', () => {
  it('opens for a member without a membership, while memberships are open', async () => {
    const { studio, stripe, start, addPlan, settle } = createClub();
    await addPlan();
    const open = () => openCheckout(start(), { memberId: 'ann', planId: 1, ...pages }, studio.context());
    await expect(open()).resolves.toMatchObject({ sessionId: 'cs_1' });
    const setTo = (value: string) =>
      changeSetting(start(), { key: 'membership_availability', value, description: '' }, studio.context());
    await setTo('closed');
    await expect(open()).rejects.toMatchObject({ code: 'MEMBERSHIPS_CLOSED' });
    await setTo('open');
    stripe.open('sub_a', 'ann');
    stripe.pay('sub_a', 0);
    await settle('sub_a');
    await expect(open()).rejects.toMatchObject({ code: 'ALREADY_MEMBER' });
    stripe.end('sub_a');
    await settle('sub_a');
    await expect(open()).resolves.toMatchObject({ sessionId: 'cs_2' });
  });

  it('opens at the price that the member saw, and at no other', async () => {
    const { studio, start, addPlan } = createClub();
    await addPlan();
    const open = (expectedPricePence: number) =>
      openCheckout(start(), { memberId: 'ann', planId: 1, expectedPricePence, ...pages }, studio.context());
    await expect(open(15_000)).rejects.toMatchObject({
      code: 'CHANGED_SINCE',
      facts: { changed: { pricePence: { was: 15_000, is: 18_000 } } },
    });
    await expect(open(18_000)).resolves.toMatchObject({ sessionId: 'cs_1' });
  });

  it('starts the membership once it is paid, or reports that it was not', async () => {
    const { studio, stripe, start, addPlan, passes } = createClub();
    await addPlan();
    const { sessionId } = await openCheckout(
      start(),
      { memberId: 'ann', planId: 1, ...pages },
      studio.context(),
    );
    const complete = (memberId = 'ann') =>
      completeCheckout(start(), { sessionId, memberId }, studio.context());
    await expect(complete()).resolves.toMatchObject({ outcome: 'not_paid' });
    stripe.open('sub_a', 'ann');
    stripe.pay('sub_a', 0);
    stripe.completeSession(sessionId, 'sub_a');
    await expect(complete('bea')).rejects.toMatchObject({ code: 'MEMBERSHIP_NOT_FOUND' });
    await expect(complete()).resolves.toMatchObject({ outcome: 'active' });
    expect(await passes()).toBe(12);
  });
});

describe('a membership', () => {
  it('starts once for any number of concurrent calls', async () => {
    const { stripe, settle, passes, types } = createClub();
    stripe.open('sub_a', 'ann');
    await expect(settle('sub_a')).resolves.toMatchObject({ outcome: 'not_paid' });
    stripe.pay('sub_a', 0);
    await Promise.all(Array.from({ length: 20 }, () => settle('sub_a')));
    expect(types()).toEqual(['MembershipStarted', 'LotGranted']);
    expect(await passes()).toBe(12);
    await expect(settle('sub_unknown')).rejects.toMatchObject({ code: 'MEMBERSHIP_NOT_FOUND' });
  });

  it.each([
    [0, 'after'],
    [1, 'before'],
    [1, 'after'],
  ] as const)('crashed at append %i, %s it, is completed by the next call', async (at, when) => {
    const { stripe, settle, passes, types } = createClub();
    stripe.open('sub_a', 'ann');
    stripe.pay('sub_a', 0);
    await expect(settle('sub_a', crashAtAppend(at, when))).rejects.toThrow(Crashed);
    await settle('sub_a');
    expect(types()).toEqual(['MembershipStarted', 'LotGranted']);
    expect(await passes()).toBe(12);
  });

  it('exists once per member: a second one is refunded', async () => {
    const { stripe, back, settle, passes, state } = createClub();
    for (const id of ['sub_a', 'sub_b']) {
      stripe.open(id, 'ann');
      stripe.pay(id, 0);
    }
    const ends = await Promise.all(['sub_a', 'sub_b', 'sub_a', 'sub_b'].map((id) => settle(id)));
    const running = (await state()).membership?.subscriptionId ?? '';
    const refused = running === 'sub_a' ? 'sub_b' : 'sub_a';
    expect(stripe.cancelled).toContain(refused);
    expect(stripe.cancelled).not.toContain(running);
    expect([...back.keys()]).toEqual([`pi_${refused}_0`]);
    expect(await passes()).toBe(12);
    expect(new Set(ends.map(({ outcome }) => outcome))).toEqual(new Set(['running', 'refused']));
    await expect(settle(refused)).resolves.toMatchObject({ outcome: 'refused' });
  });

  it('is cancelled for its period’s end and resumed, by its member or staff', async () => {
    const { studio, stripe, start, settle, state } = createClub();
    stripe.open('sub_a', 'ann');
    stripe.pay('sub_a', 0);
    await settle('sub_a');
    const ref = (memberId: string | null) => ({ membershipId: 1, memberId, when: 'period_end' as const });
    await expect(cancelMembership(start(), ref('bea'), studio.context())).rejects.toMatchObject({
      code: 'MEMBERSHIP_NOT_FOUND',
    });
    await expect(cancelMembership(start(), ref('ann'), studio.context())).resolves.toMatchObject({
      periodEnd: '2026-06-12T09:00:00.000Z',
      remainingPasses: 12,
    });
    expect((await state()).membership?.cancelAtPeriodEnd).toBe(true);
    await resumeMembership(start(), ref('ann'), studio.context());
    expect((await state()).membership?.cancelAtPeriodEnd).toBe(false);
    await cancelMembership(start(), ref(null), studio.context());
    stripe.end('sub_a');
    await settle('sub_a');
    expect((await state()).membership?.status).toBe('ended');
    await expect(resumeMembership(start(), ref('ann'), studio.context())).rejects.toMatchObject({
      code: 'MEMBERSHIP_NOT_ACTIVE',
    });
  });

  it.each(['ann', null])('is cancelled immediately while unpaid, by %s', async (memberId) => {
    const { studio, stripe, start, settle, state, types } = createClub();
    const cancel = () =>
      cancelMembership(start(), { membershipId: 1, memberId, when: 'now' }, studio.context());
    stripe.open('sub_a', 'ann');
    stripe.pay('sub_a', 0);
    await settle('sub_a');
    await expect(cancel()).rejects.toMatchObject({ code: 'MEMBERSHIP_PAID' });
    stripe.fail('sub_a', 1, 1);
    await settle('sub_a');
    await expect(cancel()).resolves.toMatchObject({ periodEnd: now.toISOString() });
    expect((await state()).membership?.status).toBe('ended');
    expect((await stripe.adapter.readInvoice('in_sub_a_1')).status).toBe('void');
    expect((await stripe.adapter.readSubscription('sub_a')).status).toBe('canceled');
    expect(types().slice(-2)).toEqual(['MembershipInvoiceVoided', 'MembershipEnded']);
    await expect(cancel()).rejects.toMatchObject({ code: 'MEMBERSHIP_NOT_ACTIVE' });
  });

  it('does not end immediately when the payment has gone through meanwhile', async () => {
    const { studio, stripe, start, settle, state } = createClub();
    stripe.open('sub_a', 'ann');
    stripe.pay('sub_a', 0);
    stripe.fail('sub_a', 1, 1);
    await settle('sub_a');
    stripe.pay('sub_a', 1);
    const ref = { membershipId: 1, memberId: 'ann', when: 'now' } as const;
    await expect(cancelMembership(start(), ref, studio.context())).rejects.toMatchObject({
      code: 'MEMBERSHIP_PAID',
    });
    expect((await state()).membership?.status).toBe('active');
    expect(stripe.cancelled).toEqual([]);
  });

  it('is cancelled for the end of an unpaid month, and resumed without that month’s payment', async () => {
    const { studio, stripe, start, settle, state } = createClub();
    stripe.open('sub_a', 'ann');
    stripe.pay('sub_a', 0);
    stripe.fail('sub_a', 1, 1);
    await settle('sub_a');
    const ref = { membershipId: 1, memberId: 'ann', when: 'period_end' } as const;
    const periodEnd = '2026-07-12T09:00:00.000Z';
    await expect(cancelMembership(start(), ref, studio.context())).resolves.toMatchObject({ periodEnd });
    expect((await state()).membership).toMatchObject({
      status: 'past_due',
      failure: null,
      endsAt: periodEnd,
    });
    expect((await stripe.adapter.readInvoice('in_sub_a_1')).status).toBe('void');
    await expect(resumeMembership(start(), ref, studio.context())).resolves.toMatchObject({ periodEnd });
    expect((await state()).membership).toMatchObject({ cancelAtPeriodEnd: false, endsAt: null });
    stripe.pay('sub_a', 2);
    await settle('sub_a');
    expect((await state()).membership?.status).toBe('active');
  });

  it.each(['Stripe', 'append 0', 'append 1'])(
    'is settled after a crash at %s of a cancellation',
    async (at) => {
      const { studio, stripe, start, settle, state } = createClub();
      stripe.open('sub_a', 'ann');
      stripe.pay('sub_a', 0);
      stripe.fail('sub_a', 1, 1);
      await settle('sub_a');
      const ref = { membershipId: 1, memberId: 'ann', when: 'now' } as const;
      if (at === 'Stripe') await stripe.adapter.cancelNow('sub_a', 'key');
      else {
        const hooks = crashAtAppend(0, at === 'append 0' ? 'before' : 'after');
        await expect(cancelMembership(start(hooks), ref, studio.context())).rejects.toThrow(Crashed);
      }
      await settle('sub_a');
      expect((await state()).membership?.status).toBe('ended');
      expect((await stripe.adapter.readInvoice('in_sub_a_1')).status).toBe('void');
    },
  );

  it('loses the unused passes of a refunded month', async () => {
    const { studio, stripe, back, start, settle, passes, state } = createClub();
    stripe.open('sub_a', 'ann');
    stripe.pay('sub_a', 0);
    await settle('sub_a');
    const returned = async () => (await state()).returned.get('in_sub_a_0');
    const refund = () => settleMembershipRefund(start(), { paymentIntentId: 'pi_sub_a_0' }, studio.context());
    await refund();
    expect(await passes()).toBe(12);
    back.set('pi_sub_a_0', 18_000);
    await Promise.all(Array.from({ length: 5 }, refund));
    expect(await passes()).toBe(0);
    expect(await returned()).toBe(18_000);
    back.set('pi_sub_a_0', 0);
    await refund();
    expect(await passes()).toBe(12);
    expect(await returned()).toBe(0);
  });
});

type StripeChange = (stripe: ReturnType<typeof subscriptionsInMemory>) => void;

/** A year of changes at Stripe, one after another. */
const year: readonly StripeChange[] = [
  (stripe) => stripe.pay('sub_a', 0),
  (stripe) => stripe.set('sub_a', { cancelAtPeriodEnd: true }),
  (stripe) => stripe.set('sub_a', { cancelAtPeriodEnd: false }),
  (stripe) => stripe.pay('sub_a', 1),
  (stripe) => stripe.fail('sub_a', 2, 1),
  (stripe) => stripe.fail('sub_a', 2, 2),
  (stripe) => stripe.pay('sub_a', 2),
  (stripe) => stripe.pay('sub_a', 3),
  (stripe) => stripe.fail('sub_a', 4, 1),
  (stripe) => stripe.end('sub_a'),
];

it('settles to the same state after any order of calls and crashes', async () => {
  const rhythm = fc.array(
    fc.record({
      calls: fc.integer({ min: 0, max: 3 }),
      crashAt: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
      waits: fc.boolean(),
    }),
    { minLength: year.length, maxLength: year.length },
  );
  await fc.assert(
    fc.asyncProperty(rhythm, async (beats) => {
      const { stripe, settle, state, types, studio } = createClub();
      stripe.open('sub_a', 'ann');
      const all: Promise<unknown>[] = [];
      for (const [index, { calls, crashAt, waits }] of beats.entries()) {
        year[index]?.(stripe);
        const started = Array.from({ length: calls }, (_, call) =>
          settle('sub_a', call === 0 && crashAt !== null ? crashAtAppend(crashAt, 'after') : undefined),
        );
        for (const call of started) call.catch(() => {});
        all.push(...started);
        if (waits) await Promise.allSettled(started);
      }
      for (const end of await Promise.allSettled(all))
        if (end.status === 'rejected' && !(end.reason instanceof Crashed || end.reason instanceof Refusal))
          throw end.reason;
      await settle('sub_a');
      const { membership } = await state();
      expect(membership?.status).toBe('ended');
      expect(membership?.periods.map(({ invoiceId }) => invoiceId)).toEqual(
        [0, 1, 2, 3].map((period) => `in_sub_a_${period}`),
      );
      expect(types().filter((type) => type === 'LotGranted')).toHaveLength(4);
      const lots = [...(await studio.wallet('ann')).lots.values()];
      expect(lots.map(({ available, expired }) => [available, expired])).toEqual([
        [0, 12],
        [0, 12],
        [0, 12],
        [12, 0],
      ]);
    }),
    { numRuns: 60 },
  );
});
