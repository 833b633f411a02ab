import { describe, expect, it } from 'vitest';
import { memberDecider } from '#domain/member/decider.ts';
import { changePass, requirePassOnSale } from '#domain/pass/decide.ts';
import { passDecider } from '#domain/pass/decider.ts';
import { paymentDecider } from '#domain/payment/decider.ts';
import { bookClass } from '../booking/book-class.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { Crashed, crashAtAppend } from '../testing/memory-event-store.fixture.ts';
import { now } from '../testing/studio.fixture.ts';
import { failPayment } from './fail-payment.ts';
import { readSpecialOffer } from './read-special-offer.ts';
import { shop } from './shop.fixture.ts';
import { startPayment } from './start-payment.ts';

describe('startPayment', () => {
  it('opens a payment at the current price and records the order', async () => {
    const { studio, start } = await shop();
    const deps = start();
    const started = await startPayment(deps, { memberId: 'ann', passId: 5 }, studio.context());
    expect(started).toMatchObject({ paymentIntentId: 'pi_1', clientSecret: 'pi_1_secret' });
    const { state } = await deps.deciders.load(paymentDecider, 'pi_1');
    expect(state.payment).toMatchObject({
      memberId: 'ann',
      status: 'started',
      order: { passes: 5, amountPence: 11_000 },
    });
  });

  it('returns the open payment of the same order, and opens another one for any other', async () => {
    const { studio, start, stripe } = await shop();
    const begin = (memberId: string, openPaymentId: string | null) =>
      startPayment(start(), { memberId, passId: 5, openPaymentId }, studio.context());
    const first = await begin('ann', null);
    expect(await begin('ann', 'pi_1')).toMatchObject({ ...first, position: null });
    await failPayment(start(), { paymentIntentId: 'pi_1', reason: 'card_declined' }, studio.context());
    expect((await begin('ann', 'pi_1')).clientSecret).toBe('pi_1_secret');
    expect((await begin('bea', 'pi_1')).paymentIntentId).toBe('pi_2');
    expect((await begin('ann', 'pi_unknown')).paymentIntentId).toBe('pi_3');
    await start().deciders.handle(passDecider, '5', studio.context(), (state) =>
      changePass(state, { ...requirePassOnSale(state), pricePence: 12_000, now }),
    );
    expect((await begin('ann', 'pi_1')).paymentIntentId).toBe('pi_4');
    stripe.pay('pi_4');
    expect((await begin('ann', 'pi_4')).paymentIntentId).toBe('pi_5');
  });

  it('refuses an unknown pass, a pass that is not on sale, and a used offer', async () => {
    const { studio, start } = await shop({ isActive: false });
    const startFor = (passId: number) => startPayment(start(), { memberId: 'ann', passId }, studio.context());
    await expect(startFor(6)).rejects.toMatchObject({ code: 'PASS_NOT_FOUND' });
    await expect(startFor(5)).rejects.toMatchObject({ code: 'PASS_NOT_ON_SALE' });
    const offer = await shop({ offer: 'sign_up' });
    await offer.studio.grant('ann', 1, { offer: 'sign_up' });
    await expect(offer.buy()).rejects.toMatchObject({ code: 'ALREADY_USED' });
    await expect(offer.buy('bea')).resolves.toBe('pi_1');
  });

  it('sells the special pass in the days of the setting after the first class with a Sign Up Class', async () => {
    const { studio, start, buy } = await shop({ offer: 'special', classes: 3 });
    await expect(buy()).rejects.toMatchObject({ code: 'NOT_ELIGIBLE' });
    await studio.schedule(1);
    await studio.grant('ann', 1, { offer: 'sign_up' });
    await expect(buy()).rejects.toMatchObject({ code: 'NOT_ELIGIBLE' });
    await bookClass(start(), { classId: 1, memberId: 'ann', source: 'member' }, studio.context());
    const offerOn = (at: string) => readSpecialOffer(start(), { memberId: 'ann', now: new Date(at) });
    expect(await offerOn('2026-05-12T10:00:00.000Z')).toEqual({
      eligible: true,
      daysLeft: 7,
      endsAt: new Date('2026-05-19T22:59:59.999Z'),
    });
    expect(await offerOn('2026-05-19T23:00:00.000Z')).toEqual({ eligible: false, daysLeft: 0, endsAt: null });
    await changeSetting(
      start(),
      { key: 'special_offer_days', value: '2', description: 'Days' },
      studio.context(),
    );
    expect(await offerOn('2026-05-12T10:00:00.000Z')).toMatchObject({ daysLeft: 2 });
    await expect(buy('ann', new Date('2026-05-15T10:00:00.000Z'))).rejects.toMatchObject({
      code: 'NOT_ELIGIBLE',
    });
    await expect(buy()).resolves.toBe('pi_1');
  });
});

describe('completePayment', () => {
  it('grants the lot of a paid payment', async () => {
    const { stripe, buy, complete, passesOf } = await shop();
    const id = await buy();
    stripe.pay(id);
    await expect(complete(id)).resolves.toMatchObject({
      memberId: 'ann',
      pass: { name: '5 Class Pass', classes: 5, pricePence: 11_000, expiresAt: '2026-07-12T22:59:59.999Z' },
      creditsRemaining: 5,
      position: 3n,
    });
    expect(await passesOf('ann')).toBe(5);
  });

  it('grants once for repeated and concurrent calls', async () => {
    const { studio, stripe, buy, complete, passesOf } = await shop();
    const id = await buy();
    stripe.pay(id);
    await Promise.all(Array.from({ length: 20 }, (_, n) => complete(id, n % 2 === 0 ? 'ann' : null)));
    expect(await passesOf('ann')).toBe(5);
    expect(studio.log.events.filter(({ type }) => type === 'LotGranted')).toHaveLength(1);
    expect(studio.log.events.filter(({ type }) => type === 'PaymentSucceeded')).toHaveLength(1);
  });

  it('captures an authorised payment first', async () => {
    const { stripe, buy, complete } = await shop();
    const id = await buy();
    stripe.set(id, { status: 'requires_capture' });
    await expect(complete(id)).resolves.toMatchObject({ creditsRemaining: 5 });
  });

  it.each([
    [0, 'before'],
    [0, 'after'],
    [1, 'before'],
    [1, 'after'],
  ] as const)('crashed at append %i, %s it, is completed by the next call', async (at, when) => {
    const { stripe, buy, complete, passesOf } = await shop();
    const id = await buy();
    stripe.pay(id);
    await expect(complete(id, 'ann', crashAtAppend(at, when))).rejects.toThrow(Crashed);
    await complete(id, null);
    await complete(id);
    expect(await passesOf('ann')).toBe(5);
  });

  it('grants after a refused card once a second card pays', async () => {
    const { studio, stripe, start, buy, complete } = await shop();
    const id = await buy();
    await failPayment(start(), { paymentIntentId: id, reason: 'card_declined' }, studio.context());
    stripe.pay(id);
    await expect(complete(id)).resolves.toMatchObject({ creditsRemaining: 5 });
  });

  it('grants nothing unless Stripe confirms the full payment by this member', async () => {
    const { stripe, buy, complete, passesOf } = await shop();
    const id = await buy();
    await expect(complete(id)).rejects.toMatchObject({
      code: 'PAYMENT_NOT_COMPLETE',
      details: { status: 'requires_payment_method' },
    });
    stripe.pay(id);
    await expect(complete(id, 'bea')).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' });
    await expect(complete('pi_unknown')).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' });
    stripe.set(id, { memberId: 'bea' });
    await expect(complete(id)).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' });
    stripe.set(id, { memberId: 'ann', amountPence: 100 });
    await expect(complete(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    stripe.set(id, { amountPence: 11_000, status: 'processing' });
    await expect(complete(id)).rejects.toMatchObject({ code: 'PAYMENT_PROCESSING' });
    stripe.set(id, { status: 'succeeded', amountReceivedPence: 100 });
    await expect(complete(id)).rejects.toMatchObject({ code: 'PAYMENT_NOT_COMPLETE' });
    expect(await passesOf('ann')).toBe(0);
    expect(await passesOf('bea')).toBe(0);
  });

  it('refunds once when the member was erased meanwhile', async () => {
    const { studio, stripe, start, buy, complete, passesOf } = await shop();
    const id = await buy();
    stripe.pay(id);
    const at = now.toISOString();
    const personal = { forgotten: true } as const;
    await start().deciders.handle(memberDecider, 'ann', studio.context(), () => [
      { type: 'MemberSignedUp', data: { memberId: 'ann', personal, at } },
      { type: 'MemberErased', data: { memberId: 'ann', at } },
    ]);
    for (const who of [null, 'ann', null])
      await expect(complete(id, who)).rejects.toMatchObject({ code: 'PAYMENT_REFUNDED' });
    expect(stripe.refunds).toEqual([id]);
    expect(await passesOf('ann')).toBe(0);
  });

  it('refunds nothing for passes that were granted before the erasure', async () => {
    const { studio, stripe, start, buy, complete, passesOf } = await shop();
    const id = await buy();
    stripe.pay(id);
    await complete(id, 'ann');
    const at = now.toISOString();
    const personal = { forgotten: true } as const;
    await start().deciders.handle(memberDecider, 'ann', studio.context(), () => [
      { type: 'MemberSignedUp', data: { memberId: 'ann', personal, at } },
      { type: 'MemberErased', data: { memberId: 'ann', at } },
    ]);
    const granted = await passesOf('ann');
    await complete(id, null);
    expect(stripe.refunds).toEqual([]);
    expect(await passesOf('ann')).toBe(granted);
  });

  it('grants nothing for a payment that was refunded at Stripe', async () => {
    const { stripe, buy, complete, passesOf } = await shop();
    const id = await buy();
    stripe.pay(id);
    stripe.set(id, { amountRefundedPence: 11_000 });
    await expect(complete(id)).rejects.toMatchObject({ code: 'PAYMENT_REFUNDED' });
    await expect(complete(id, null)).rejects.toMatchObject({ code: 'PAYMENT_REFUNDED' });
    expect(await passesOf('ann')).toBe(0);
  });
});

describe('two sign-up classes paid concurrently', () => {
  it('grant one and refund the other, once', async () => {
    const { stripe, buy, complete, passesOf } = await shop({ offer: 'sign_up', classes: 1 });
    const ids = [await buy(), await buy()];
    for (const id of ids) stripe.pay(id);
    const ends = await Promise.allSettled([...ids, ...ids].map((id) => complete(id)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const end of ends)
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'ALREADY_USED' });
    expect(stripe.refunds).toHaveLength(1);
    expect(await passesOf('ann')).toBe(1);
    const [refunded] = stripe.refunds;
    await expect(complete(refunded ?? '')).rejects.toMatchObject({ code: 'ALREADY_USED' });
    expect(stripe.refunds).toHaveLength(1);
  });

  it.each([
    [0, 'after'],
    [1, 'before'],
    [1, 'after'],
  ] as const)('also when the refund was cut off at append %i, %s it', async (at, when) => {
    const { studio, stripe, buy, complete, passesOf } = await shop({ offer: 'sign_up', classes: 1 });
    const [first, second] = [await buy(), await buy()];
    for (const id of [first, second]) stripe.pay(id);
    await complete(first);
    await expect(complete(second, 'ann', crashAtAppend(at, when))).rejects.toThrow(Crashed);
    await expect(complete(second, null)).rejects.toMatchObject({ code: 'ALREADY_USED' });
    expect(stripe.refunds).toEqual([second]);
    expect(studio.log.events.filter(({ type }) => type === 'PaymentRefunded')).toHaveLength(1);
    expect(await passesOf('ann')).toBe(1);
  });
});
