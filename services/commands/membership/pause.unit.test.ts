import { millisecondsInHour } from 'date-fns/constants';
import { describe, expect, it } from 'vitest';
import { PaymentStateConflict, PaymentsUnavailable } from '#infra/payments/errors.ts';
import { Crashed, crashAtAppend, type StoreHooks } from '../testing/memory-event-store.fixture.ts';
import { cancelMembership } from './cancel-membership.ts';
import { createClub } from './club.fixture.ts';
import { pauseMembership, previewPause } from './pause-membership.ts';
import { previewCancellation } from './preview-cancellation.ts';
import { resumeMembership } from './resume-membership.ts';
import { withdrawPause } from './withdraw-pause.ts';

const own = { membershipId: 1, memberId: 'ann' } as const;
const june = { from: '2026-06-12T09:00:00.000Z', until: '2026-07-12T09:00:00.000Z' };
const july = new Date('2026-06-20T09:00:00.000Z');

/** Ann's membership of one paid month, which ends on 12 June, 10:00 in London. */
async function startClub() {
  const club = createClub();
  const { studio, stripe, start, settle } = club;
  stripe.open('sub_a', 'ann');
  stripe.pay('sub_a', 0);
  await settle('sub_a');
  /** Every pause that was asked for at Stripe: its key, and until when. */
  const asked: string[] = [];
  const listen = (hooks?: StoreHooks) => {
    const deps = start(hooks);
    return {
      ...deps,
      subscriptions: {
        ...deps.subscriptions,
        pauseCollection: async (
          ...[id, pause, key]: Parameters<typeof deps.subscriptions.pauseCollection>
        ) => {
          asked.push(`${key} ${pause.resumesAt.toISOString()}`);
          return deps.subscriptions.pauseCollection(id, pause, key);
        },
      },
    };
  };
  const pause = (
    at?: Date,
    hooks?: StoreHooks,
    ref: { membershipId: number; memberId: string | null } = own,
  ) => pauseMembership(listen(hooks), ref, studio.context(at));
  const withdraw = (hooks?: StoreHooks) => withdrawPause(start(hooks), own, studio.context());
  const pauseTypes = () => club.types().filter((type) => /Paus|Resum/.test(type));
  return { ...club, asked, pause, withdraw, pauseTypes };
}

describe('pausing a membership', () => {
  it('skips a charge and its passes once, and comes back by itself', async () => {
    const { stripe, start, studio, asked, pause, settle, state, passes, pauseTypes } = await startClub();
    expect(await previewPause(start(), own, studio.context().now)).toMatchObject({
      ...june,
      next: { pricePence: 18_000, passes: 12 },
    });
    expect(pauseTypes()).toEqual([]);
    expect(await pause()).toMatchObject(june);
    expect(asked).toEqual(['pause/sub_a/1/0 2026-07-11T09:00:00.000Z']);
    expect(await passes()).toBe(12);
    stripe.skip('sub_a', 1);
    await settle('sub_a');
    expect((await state()).membership?.status).toBe('paused');
    expect(await passes(july)).toBe(0);
    stripe.set('sub_a', { isVoidingInvoices: false });
    stripe.pay('sub_a', 2);
    await settle('sub_a');
    await settle('sub_a');
    expect((await state()).membership).toMatchObject({ status: 'active', pause: null });
    expect(await passes(july)).toBe(12);
    expect(pauseTypes()).toEqual(['MembershipPausePlanned', 'MembershipPaused', 'MembershipResumed']);
  });

  it('makes one pause with one key at Stripe of two concurrent requests', async () => {
    const { asked, pause, pauseTypes } = await startClub();
    const [first, second] = await Promise.all([pause(), pause()]);
    expect([first, second]).toMatchObject([june, june]);
    expect(new Set(asked).size).toBe(1);
    expect(pauseTypes()).toEqual(['MembershipPausePlanned']);
    await expect(pause()).rejects.toMatchObject({
      code: 'PAUSE_NOT_POSSIBLE',
      details: { reason: 'planned' },
    });
  });

  it('is for the member and for staff, not for another member', async () => {
    const { pause } = await startClub();
    const refused = pause(undefined, undefined, { membershipId: 1, memberId: 'bea' });
    await expect(refused).rejects.toMatchObject({ code: 'MEMBERSHIP_NOT_FOUND' });
    expect(await pause(undefined, undefined, { membershipId: 1, memberId: null })).toMatchObject(june);
  });

  it('is too late 47 hours before the charge', async () => {
    const { pause, asked } = await startClub();
    const hoursAhead = (hours: number) => new Date(Date.parse(june.from) - hours * millisecondsInHour);
    await expect(pause(hoursAhead(47))).rejects.toMatchObject({ code: 'PAUSE_TOO_LATE' });
    expect(asked).toEqual([]);
    expect(await pause(hoursAhead(48))).toMatchObject(june);
  });

  it.each(['before', 'after'] as const)(
    'is finished by the next call when it crashed %s the note',
    async (when) => {
      const { pause, state, pauseTypes } = await startClub();
      await expect(pause(undefined, crashAtAppend(0, when))).rejects.toThrow(Crashed);
      expect(pauseTypes()).toEqual(when === 'before' ? [] : ['MembershipPausePlanned']);
      const again = pause();
      if (when === 'before') expect(await again).toMatchObject(june);
      else await expect(again).rejects.toMatchObject({ details: { reason: 'planned' } });
      expect((await state()).membership?.pause).toEqual(june);
      expect(pauseTypes()).toEqual(['MembershipPausePlanned']);
    },
  );

  it('notes nothing while Stripe does not answer', async () => {
    const { start, studio, pauseTypes, state } = await startClub();
    const down = async () => {
      throw new PaymentsUnavailable('No answer');
    };
    const { subscriptions, ...deps } = start();
    const without = { ...deps, subscriptions: { ...subscriptions, pauseCollection: down } };
    await expect(pauseMembership(without, own, studio.context())).rejects.toThrow(PaymentsUnavailable);
    expect([pauseTypes(), (await state()).membership?.pause]).toEqual([[], null]);
  });

  it('reports a subscription that Stripe has ended meanwhile', async () => {
    const { start, stripe, studio } = await startClub();
    const { subscriptions, ...deps } = start();
    const pauseCollection = async () => {
      stripe.end('sub_a');
      throw new PaymentStateConflict('It has ended', 'invalid_canceled_subscription_fields');
    };
    const ended = pauseMembership(
      { ...deps, subscriptions: { ...subscriptions, pauseCollection } },
      own,
      studio.context(),
    );
    await expect(ended).rejects.toMatchObject({ code: 'MEMBERSHIP_NOT_ACTIVE' });
  });

  it('is refused when Stripe has begun the next period already', async () => {
    const { stripe, pause, asked } = await startClub();
    stripe.set('sub_a', { currentPeriodEnd: new Date(june.until) });
    await expect(pause()).rejects.toMatchObject({ details: { reason: 'renewing' } });
    expect(asked).toEqual([]);
  });
});

describe('withdrawing a pause', () => {
  it('lets the next period be charged, and another pause be asked for', async () => {
    const { stripe, asked, pause, withdraw, settle, passes, pauseTypes } = await startClub();
    await pause();
    expect(await withdraw()).toMatchObject({ nextBillingDate: june.from });
    await pause();
    // Another key, as Stripe would take the first one for the pause that was withdrawn.
    expect(new Set(asked).size).toBe(2);
    await withdraw();
    await expect(withdraw()).rejects.toMatchObject({
      code: 'NO_PAUSE_PLANNED',
      details: { hasBegun: false },
    });
    stripe.pay('sub_a', 1);
    await settle('sub_a');
    expect(await passes(july)).toBe(12);
    expect(pauseTypes().slice(-2)).toEqual(['MembershipPausePlanned', 'MembershipPauseWithdrawn']);
  });

  it('is too late once the paused period has begun', async () => {
    const { stripe, pause, withdraw, state } = await startClub();
    await pause();
    stripe.skip('sub_a', 1);
    // No webhook has reported it yet.
    await expect(withdraw()).rejects.toMatchObject({ code: 'NO_PAUSE_PLANNED', details: { hasBegun: true } });
    expect((await state()).membership?.status).toBe('paused');
  });

  it('is finished by the next call after a crash', async () => {
    const { pause, withdraw, state } = await startClub();
    await pause();
    await expect(withdraw(crashAtAppend(0, 'before'))).rejects.toThrow(Crashed);
    expect((await state()).membership?.pause).toEqual(june);
    await withdraw();
    expect((await state()).membership?.pause).toBeNull();
  });
});

describe('cancelling with a pause', () => {
  it('ahead ends the membership with what is paid, and keeping it keeps the pause', async () => {
    const { start, studio, pause, state } = await startClub();
    await pause();
    const cancellation = { ...own, when: 'period_end' } as const;
    expect(await previewCancellation(start(), cancellation, studio.context().now)).toMatchObject({
      periodEnd: june.from,
    });
    expect(await cancelMembership(start(), cancellation, studio.context())).toMatchObject({
      periodEnd: june.from,
    });
    expect(await resumeMembership(start(), own, studio.context())).toMatchObject({ periodEnd: june.until });
    expect((await state()).membership).toMatchObject({ pause: june, cancelAtPeriodEnd: false });
  });

  it('that runs ends the membership with the pause, or immediately', async () => {
    const { start, stripe, studio, settle, pause, state } = await startClub();
    await pause();
    stripe.skip('sub_a', 1);
    await settle('sub_a');
    const cancellation = { ...own, when: 'period_end' } as const;
    expect(await previewCancellation(start(), cancellation, july)).toMatchObject({
      periodEnd: june.until,
      isPaused: true,
    });
    await cancelMembership(start(), cancellation, studio.context(july));
    expect((await state()).membership?.endsAt).toBe(june.until);
    await cancelMembership(start(), { ...own, when: 'now' }, studio.context(july));
    expect((await state()).membership).toMatchObject({ status: 'ended', pause: null });
  });
});
