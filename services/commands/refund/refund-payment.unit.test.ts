import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RefundOrder } from '#domain/refund/decide.ts';
import { PaymentsUnavailable } from '#infra/payments/errors.ts';
import { bookClass } from '../booking/book-class.ts';
import { subscriptionsInMemory } from '../membership/subscriptions.fixture.ts';
import { shop } from '../payment/shop.fixture.ts';
import { codeOf } from '../testing/code-of.fixture.ts';
import { Crashed, crashAtAppend, type StoreHooks } from '../testing/memory-event-store.fixture.ts';
import { finishRefund } from './finish-refund.ts';
import { previewRefund } from './preview-refund.ts';
import { refundPayment } from './refund-payment.ts';

const unused: RefundOrder = { mode: 'unused' };

async function sold() {
  const open = await shop();
  const { studio, stripe } = open;
  const id = await open.buy();
  stripe.pay(id);
  await open.complete(id);
  const subscriptions = subscriptionsInMemory().adapter;
  const membershipIds = { of: async () => 1 };
  const start = (hooks?: StoreHooks) => ({ ...open.start(hooks), subscriptions, membershipIds });
  const refund = (requestKey: string, order: RefundOrder = unused, hooks?: StoreHooks) =>
    refundPayment(
      start(hooks),
      { paymentIntentId: id, requestKey, order, reason: 'Moves away' },
      studio.context(),
    );
  const finish = (hooks?: StoreHooks) =>
    finishRefund(start(hooks), { paymentIntentId: id }, studio.context());
  const readRefunded = async () => (await stripe.payments.readPaymentIntent(id)).amountRefundedPence;
  const book = async (classId: number) => {
    await studio.schedule(classId);
    await bookClass(start(), { classId, memberId: 'ann', source: 'member' }, studio.context());
  };
  return { ...open, start, id, refund, finish, readRefunded, book };
}

describe('a refund by staff', () => {
  it('gives back what the unused passes cost, and takes them', async () => {
    const { refund, book, start, id, studio, lotOf, passesOf, readRefunded } = await sold();
    await book(1);
    const preview = await previewRefund(
      start(),
      { paymentIntentId: id, order: unused },
      studio.context().now,
    );
    expect(preview).toMatchObject({ amountPence: 8_800, leftPence: 2_200, passesTaken: 4, passesInUse: 0 });
    expect(await refund('k1')).toMatchObject({ amountPence: 8_800, isMade: true });
    expect(await readRefunded()).toBe(8_800);
    expect(await lotOf(id)).toMatchObject({ available: 0, used: 1, revoked: 4 });
    expect(await passesOf('ann')).toBe(0);
    await studio.expectSettled();
    expect(await codeOf(refund('k2'))).toBe('NOTHING_UNUSED');
    expect(await codeOf(refund('k3', { mode: 'part', amountPence: 2_201 }))).toBe('OVER_REFUND');
    expect(await codeOf(refund('k4', { mode: 'whole' }))).toBe('done');
    expect(await readRefunded()).toBe(11_000);
    expect(await codeOf(refund('k5', { mode: 'whole' }))).toBe('OVER_REFUND');
  });

  it('is made once when it is requested repeatedly, also concurrently', async () => {
    const { refund, stripe, readRefunded } = await sold();
    const order: RefundOrder = { mode: 'part', amountPence: 1_000 };
    await Promise.all(Array.from({ length: 8 }, () => refund('k1', order)));
    await refund('k1', order);
    expect(stripe.refunds).toHaveLength(1);
    expect(await readRefunded()).toBe(1_000);
  });

  it('of the unused passes by several admins gives them back once', async () => {
    const { refund, readRefunded, passesOf } = await sold();
    const codes = await Promise.all(['k1', 'k2', 'k3', 'k4'].map((key) => codeOf(refund(key))));
    expect(codes).toContain('done');
    expect(await readRefunded()).toBe(11_000);
    expect(await passesOf('ann')).toBe(0);
  });

  it('that Stripe refuses moves nothing and reports it, and another one is possible', async () => {
    const { refund, stripe, passesOf, id, readRefunded } = await sold();
    const { refundPaymentIntent } = stripe.payments;
    // An operator refunds all of it at Stripe between our reading and our call.
    stripe.payments.refundPaymentIntent = async (...call) => {
      stripe.set(id, { amountRefundedPence: 10_000 });
      return refundPaymentIntent(...call);
    };
    expect(await codeOf(refund('k1'))).toBe('REFUND_REFUSED');
    stripe.payments.refundPaymentIntent = refundPaymentIntent;
    expect(await codeOf(refund('k1'))).toBe('REFUND_REFUSED');
    expect(await codeOf(refund('k2', { mode: 'part', amountPence: 1_000 }))).toBe('done');
    expect(await readRefunded()).toBe(11_000);
    expect(await passesOf('ann')).toBe(0);
  });

  it('is made by the sweep when Stripe went down after the request', async () => {
    const { refund, finish, stripe, readRefunded, passesOf } = await sold();
    const { refundPaymentIntent } = stripe.payments;
    stripe.payments.refundPaymentIntent = async () => {
      throw new PaymentsUnavailable('down');
    };
    expect(await refund('k1')).toMatchObject({ amountPence: 11_000, isMade: false });
    await expect(finish()).rejects.toThrow(PaymentsUnavailable);
    expect(await passesOf('ann')).toBe(5);
    stripe.payments.refundPaymentIntent = refundPaymentIntent;
    await finish();
    expect(await readRefunded()).toBe(11_000);
    expect(await passesOf('ann')).toBe(0);
  });

  it('records nothing while Stripe is down from the start', async () => {
    const { refund, finish, stripe } = await sold();
    const { readPaymentIntent } = stripe.payments;
    stripe.payments.readPaymentIntent = async () => {
      throw new PaymentsUnavailable('down');
    };
    await expect(refund('k1')).rejects.toThrow(PaymentsUnavailable);
    stripe.payments.readPaymentIntent = readPaymentIntent;
    await finish();
    expect(stripe.refunds).toEqual([]);
  });

  it('that fails later gives the passes back', async () => {
    const { refund, stripe, settle, passesOf, id } = await sold();
    await refund('k1');
    stripe.set(id, { amountRefundedPence: 0 });
    await settle(id);
    expect(await passesOf('ann')).toBe(5);
  });
});

const crashes = [0, 1, 2, 3].flatMap((append) =>
  (['before', 'after'] as const).map((when) => ({ append, when })),
);

describe('crashed', () => {
  it.each(crashes)(
    '$when append $append, the next press and the sweep refund once',
    async ({ append, when }) => {
      for (const next of ['press', 'sweep then press'] as const) {
        const { refund, finish, stripe, readRefunded, passesOf, studio } = await sold();
        await refund('k1', unused, crashAtAppend(append, when)).catch((error: unknown) => {
          expect(error).toBeInstanceOf(Crashed);
        });
        if (next !== 'press') await finish();
        await refund('k1');
        expect(stripe.refunds).toHaveLength(1);
        expect(await readRefunded()).toBe(11_000);
        expect(await passesOf('ann')).toBe(0);
        await studio.expectSettled();
      }
    },
  );
});

it('never gives back more than was paid, nor passes twice, in any order of requests', async () => {
  const order = fc.oneof(
    fc.constant<RefundOrder>(unused),
    fc.constant<RefundOrder>({ mode: 'whole' }),
    fc.integer({ min: 1, max: 12_000 }).map((amountPence): RefundOrder => ({ mode: 'part', amountPence })),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(order, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (orders, isConcurrent) => {
        const { refund, book, readRefunded, lotOf, id, studio } = await sold();
        await book(1);
        const presses = orders.map((each, index) => () => codeOf(refund(`k${index}`, each)));
        if (isConcurrent) await Promise.all(presses.map((press) => press()));
        else for (const press of presses) await press();
        const refunded = await readRefunded();
        expect(refunded).toBeLessThanOrEqual(11_000);
        const lot = await lotOf(id);
        expect(lot?.demanded).toBe(Math.floor((refunded * 5) / 11_000));
        expect(lot?.used).toBe(1);
        await studio.expectSettled();
      },
    ),
    { numRuns: 60 },
  );
});
