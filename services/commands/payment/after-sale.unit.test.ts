import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countPassesPaidBack } from '#domain/payment/after-sale.ts';
import { requirePayment } from '#domain/payment/decide.ts';
import { paymentDecider } from '#domain/payment/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { bookClass } from '../booking/book-class.ts';
import { cancelBooking } from '../booking/cancel-booking.ts';
import { Crashed, crashAtAppend } from '../testing/memory-event-store.fixture.ts';
import { abandonPayment } from './abandon-payment.ts';
import { shop } from './shop.fixture.ts';

async function sold() {
  const open = await shop();
  const id = await open.buy();
  open.stripe.pay(id);
  await open.complete(id);
  const typesOf = (type: string) => open.studio.log.events.filter((event) => event.type === type);
  return { ...open, id, typesOf };
}

describe('a refund', () => {
  it('revokes unused passes; a booked one stays, and is revoked when it is cancelled', async () => {
    const { studio, stripe, start, settle, lotOf, passesOf, id } = await sold();
    await studio.schedule(1);
    const { bookingId } = await bookClass(
      start(),
      { classId: 1, memberId: 'ann', source: 'member' },
      studio.context(),
    );
    stripe.set(id, { amountRefundedPence: 11_000 });
    await settle(id);
    expect(await lotOf(id)).toMatchObject({ available: 0, used: 1, revoked: 4, demanded: 5 });
    await studio.expectSettled();
    await cancelBooking(start(), { bookingId, classId: 1, memberId: 'ann' }, studio.context());
    expect(await lotOf(id)).toMatchObject({ available: 0, used: 0, revoked: 5 });
    expect(await passesOf('ann')).toBe(0);
  });

  it('of a part revokes the passes which that part paid for', async () => {
    const { stripe, settle, passesOf, id } = await sold();
    stripe.set(id, { amountRefundedPence: 2_500 });
    await settle(id);
    expect(await passesOf('ann')).toBe(4);
    stripe.set(id, { amountRefundedPence: 4_400 });
    await settle(id);
    expect(await passesOf('ann')).toBe(3);
  });

  it('counts once for repeated and concurrent calls', async () => {
    const { stripe, settle, typesOf, id } = await sold();
    stripe.set(id, { amountRefundedPence: 11_000 });
    await Promise.all(Array.from({ length: 20 }, () => settle(id)));
    expect(typesOf('PaymentRefunded')).toHaveLength(1);
    expect(typesOf('LotRevoked')).toHaveLength(1);
  });

  it('that fails restores the passes, and so does a won dispute', async () => {
    const { stripe, settle, passesOf, id } = await sold();
    for (const back of [{ amountRefundedPence: 11_000 }, { disputedPence: 11_000 }]) {
      stripe.set(id, back);
      await settle(id);
      expect(await passesOf('ann')).toBe(0);
      stripe.set(id, { amountRefundedPence: 0, disputedPence: 0 });
      await settle(id);
      expect(await passesOf('ann')).toBe(5);
    }
  });

  it('between payment and grant leaves no pass', async () => {
    const { stripe, studio, buy, complete, settle, lotOf, passesOf } = await sold();
    const id = await buy();
    stripe.pay(id);
    // The payment is recorded, the grant is not.
    await expect(complete(id, 'ann', crashAtAppend(1, 'before'))).rejects.toThrow(Crashed);
    stripe.set(id, { amountRefundedPence: 11_000 });
    await settle(id);
    await expect(complete(id, null)).rejects.toMatchObject({ code: 'PAYMENT_REFUNDED' });
    expect(await lotOf(id)).toBeUndefined();
    expect(await passesOf('ann')).toBe(5);
    expect(studio.log.events.filter(({ type }) => type === 'LotGranted')).toHaveLength(1);
  });

  it('of a used offer has the reason, whichever process records it first', async () => {
    const { stripe, buy, complete, settle } = await shop({ offer: 'sign_up', classes: 1 });
    const [first, second] = [await buy(), await buy()];
    for (const id of [first, second]) stripe.pay(id);
    await complete(first);
    // The webhook about the refund arrives before the append of its reason.
    await expect(complete(second, 'ann', crashAtAppend(1, 'before'))).rejects.toThrow(Crashed);
    await settle(second);
    await expect(complete(second)).rejects.toMatchObject({ code: 'ALREADY_USED' });
    expect(stripe.refunds).toEqual([second]);
  });
});

it('settles to the state at Stripe after any order of refunds, disputes and crashes', async () => {
  const money = fc.record({
    amountRefundedPence: fc.constantFrom(0, 2_200, 5_000, 11_000),
    disputedPence: fc.constantFrom(0, 0, 11_000),
  });
  const rounds = fc.array(fc.record({ money, at: fc.integer({ min: 0, max: 3 }), several: fc.boolean() }), {
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(rounds, async (steps) => {
      const { studio, stripe, start, settle, complete, lotOf, buy } = await shop();
      const id = await buy();
      stripe.pay(id);
      // Different processes grant and record refunds.
      const calls: Promise<unknown>[] = [];
      const begin = (call: Promise<unknown>) => {
        calls.push(call);
        return call.catch(() => {});
      };
      begin(complete(id, null));
      for (const { money: facts, at, several } of steps) {
        stripe.set(id, facts);
        const settled = begin(settle(id, crashAtAppend(at, 'after')));
        if (several) begin(settle(id));
        else await settled;
      }
      for (const end of await Promise.allSettled(calls))
        if (end.status === 'rejected' && !(end.reason instanceof Crashed || end.reason instanceof Refusal))
          throw end.reason;
      await settle(id);
      await complete(id, null).catch(() => {});
      const { state } = await start().deciders.load(paymentDecider, id);
      const payment = requirePayment(state, null);
      const last = steps.at(-1)?.money ?? { amountRefundedPence: 0, disputedPence: 0 };
      const lot = await lotOf(id);
      // Money that was refunded before the grant grants no lot.
      if (lot === undefined) expect(payment.status).toBe('refunded');
      else expect(lot.available).toBe(5 - countPassesPaidBack(payment, payment.order));
      expect(payment).toMatchObject({
        refundedPence: last.amountRefundedPence,
        disputedPence: last.disputedPence,
      });
      await studio.expectSettled();
    }),
    { numRuns: 60 },
  );
});

describe('an abandoned payment', () => {
  it('is cancelled at Stripe, once', async () => {
    const { studio, start, buy, complete } = await shop();
    const id = await buy();
    const abandon = () => abandonPayment(start(), { paymentIntentId: id }, studio.context());
    await abandon();
    await abandon();
    expect(studio.log.events.filter(({ type }) => type === 'PaymentFailed')).toHaveLength(1);
    await expect(start().payments.readPaymentIntent(id)).resolves.toMatchObject({ status: 'canceled' });
    await expect(complete(id)).rejects.toMatchObject({ code: 'PAYMENT_NOT_COMPLETE' });
  });

  it.each(['succeeded', 'requires_capture'] as const)('but was paid (%s) is granted', async (status) => {
    const { studio, stripe, start, buy, passesOf } = await shop();
    const id = await buy();
    stripe.set(id, { status, amountReceivedPence: status === 'succeeded' ? 11_000 : 0 });
    await abandonPayment(start(), { paymentIntentId: id }, studio.context());
    expect(await passesOf('ann')).toBe(5);
  });

  it('is left alone while the bank processes it', async () => {
    const { studio, stripe, start, buy } = await shop();
    const id = await buy();
    stripe.set(id, { status: 'processing' });
    await abandonPayment(start(), { paymentIntentId: id }, studio.context());
    expect(studio.log.events.map(({ type }) => type)).not.toContain('PaymentFailed');
  });
});
