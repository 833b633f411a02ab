import { millisecondsInDay } from 'date-fns/constants';
import { describe, expect, it } from 'vitest';
import { PaymentsUnavailable } from '#infra/payments/errors.ts';
import { bookClass } from '../booking/book-class.ts';
import { subscriptionsInMemory } from '../membership/subscriptions.fixture.ts';
import { shop } from '../payment/shop.fixture.ts';
import { startPayment } from '../payment/start-payment.ts';
import { codeOf } from '../testing/code-of.fixture.ts';
import { Crashed, crashAtAppend, type StoreHooks } from '../testing/memory-event-store.fixture.ts';
import { finishWithdrawal } from './finish-withdrawal.ts';
import { previewWithdrawal, withdrawPurchase } from './withdraw-purchase.ts';

/** Five paid passes, one of them booked. `startsAtOnce`: the member asked for an immediate start. */
async function sold({ startsAtOnce = true } = {}) {
  const open = await shop();
  const { studio, stripe } = open;
  const start = (hooks?: StoreHooks) => ({
    ...open.start(hooks),
    subscriptions: subscriptionsInMemory().adapter,
    membershipIds: { of: async () => 1 },
  });
  const { paymentIntentId: id } = await startPayment(
    start(),
    { memberId: 'ann', passId: 5, startsAtOnce },
    studio.context(),
  );
  stripe.pay(id);
  await open.complete(id);
  await studio.schedule(1);
  await bookClass(start(), { classId: 1, memberId: 'ann', source: 'member' }, studio.context());
  const own = { memberId: 'ann', lotId: `lot-${id}` };
  const withdraw = (hooks?: StoreHooks, at?: Date) => withdrawPurchase(start(hooks), own, studio.context(at));
  const preview = (at?: Date) => previewWithdrawal(start(), own, studio.context(at).now);
  const finish = () => finishWithdrawal(start(), { paymentIntentId: id }, studio.context());
  const readRefunded = async () => (await stripe.payments.readPaymentIntent(id)).amountRefundedPence;
  return { ...open, start, id, withdraw, preview, finish, readRefunded };
}

describe('cancelling a purchase', () => {
  it('cancels the booking ahead first, then gives everything back', async () => {
    const { withdraw, preview, studio, lotOf, id, readRefunded } = await sold();
    expect(await preview()).toMatchObject({ amountPence: 11_000, cancelled: 1, taken: 0, passesLost: 5 });
    expect(await lotOf(id)).toMatchObject({ available: 4, used: 1 });
    expect(await withdraw()).toMatchObject({ amountPence: 11_000, isMade: true });
    expect(await lotOf(id)).toMatchObject({ available: 0, used: 0, revoked: 5 });
    expect(await readRefunded()).toBe(11_000);
    await studio.expectSettled();
    expect(await withdraw()).toMatchObject({ amountPence: 11_000, isMade: true });
    expect(await readRefunded()).toBe(11_000);
  });

  it('after the class keeps what it cost, unless no immediate start was asked for', async () => {
    for (const [startsAtOnce, amountPence] of [
      [true, 8_800],
      [false, 11_000],
    ] as const) {
      const { withdraw, preview, studio, readRefunded } = await sold({ startsAtOnce });
      const startsAt = (await studio.classState(1)).details?.startsAt ?? '';
      const after = new Date(Date.parse(startsAt) + 3_600_000);
      expect(await preview(after)).toMatchObject({ amountPence, cancelled: 0, taken: startsAtOnce ? 1 : 0 });
      expect(await withdraw(undefined, after)).toMatchObject({ amountPence });
      expect(await readRefunded()).toBe(amountPence);
      await studio.expectSettled();
    }
  });

  it('within 24 hours of the class counts it as taken', async () => {
    const { withdraw, preview, studio } = await sold();
    const startsAt = (await studio.classState(1)).details?.startsAt ?? '';
    const late = new Date(Date.parse(startsAt) - 3_600_000);
    expect(await preview(late)).toMatchObject({ amountPence: 8_800, cancelled: 1, taken: 1 });
    expect(await withdraw(undefined, late)).toMatchObject({ amountPence: 8_800 });
  });

  it('is refused after 14 days, of a lot that was not bought, and of another member', async () => {
    const { withdraw, start, studio, id } = await sold();
    const later = new Date(studio.context().now.getTime() + 15 * millisecondsInDay);
    expect(await codeOf(withdraw(undefined, later))).toBe('WITHDRAWAL_OVER');
    for (const own of [
      { memberId: 'bea', lotId: `lot-${id}` },
      { memberId: 'ann', lotId: 'lot-unknown' },
    ])
      expect(await codeOf(withdrawPurchase(start(), own, studio.context()))).toBe('LOT_NOT_FOUND');
  });

  it('stays begun while Stripe is down, and the sweep ends it', async () => {
    const { withdraw, finish, stripe, readRefunded, passesOf } = await sold();
    const { refundPaymentIntent } = stripe.payments;
    stripe.payments.refundPaymentIntent = async () => {
      throw new PaymentsUnavailable('down');
    };
    expect(await withdraw()).toMatchObject({ isMade: false });
    stripe.payments.refundPaymentIntent = refundPaymentIntent;
    await finish();
    expect(await readRefunded()).toBe(11_000);
    expect(await passesOf('ann')).toBe(0);
  });
});

const crashes = [0, 1, 2, 3, 4, 5, 6].flatMap((append) =>
  (['before', 'after'] as const).map((when) => ({ append, when })),
);

it.each(crashes)('crashed $when append $append, the next press and the sweep end it once', async (crash) => {
  for (const next of ['press', 'sweep'] as const) {
    const { withdraw, finish, stripe, readRefunded, passesOf, studio, settle, id } = await sold();
    await withdraw(crashAtAppend(crash.append, crash.when)).catch((error: unknown) => {
      expect(error).toBeInstanceOf(Crashed);
    });
    if (next === 'sweep') await finish();
    await withdraw();
    await settle(id);
    expect(stripe.refunds).toHaveLength(1);
    expect(await readRefunded()).toBe(11_000);
    expect(await passesOf('ann')).toBe(0);
    await studio.expectSettled();
  }
});
