import { describe, expect, it } from 'vitest';
import { memberDecider } from '#domain/member/decider.ts';
import { paymentDecider } from '#domain/payment/decider.ts';
import { bookClass } from '../booking/book-class.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { Crashed, crashAtAppend } from '../testing/memory-event-store.fixture.ts';
import { now } from '../testing/studio.fixture.ts';
import { failPayment } from './fail-payment.ts';
import { readSpecialOffer } from './read-special-offer.ts';
import { shop } from './shop.fixture.ts';
import { startPayment } from './start-payment.ts';

describe('starting a payment', () => {
  it('opens it at the price of today and remembers what was ordered', async () => {
    const { studio, start } = await shop();
    const deps = start();
    const answer = await startPayment(deps, { memberId: 'ann', passId: 5 }, studio.context());
    expect(answer).toMatchObject({ paymentIntentId: 'pi_1', clientSecret: 'pi_1_secret' });
    const { state } = await deps.deciders.load(paymentDecider, 'pi_1');
    expect(state.payment).toMatchObject({
      memberId: 'ann',
      status: 'started',
      order: { passes: 5, amountPence: 11_000 },
    });
  });

  it('is refused for a pass that is not there or not on sale, and for an offer that was used', async () => {
    const { studio, start } = await shop({ isActive: false });
    const startFor = (passId: number) => startPayment(start(), { memberId: 'ann', passId }, studio.context());
    await expect(startFor(6)).rejects.toMatchObject({ code: 'PASS_NOT_FOUND' });
    await expect(startFor(5)).rejects.toMatchObject({ code: 'PASS_NOT_ON_SALE' });
    const offer = await shop({ offer: 'sign_up' });
    await offer.studio.grant('ann', 1, { offer: 'sign_up' });
    await expect(offer.buy()).rejects.toMatchObject({ code: 'ALREADY_USED' });
    await expect(offer.buy('bea')).resolves.toBe('pi_1');
  });

  it('of the special pass is for the week after the first class with a Sign Up Class, as the setting says', async () => {
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

describe('completing a payment', () => {
  it('grants the lot that was paid for', async () => {
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

  it('grants once, however often and by whomever it is called at once', async () => {
    const { studio, stripe, buy, complete, passesOf } = await shop();
    const id = await buy();
    stripe.pay(id);
    await Promise.all(Array.from({ length: 20 }, (_, n) => complete(id, n % 2 === 0 ? 'ann' : null)));
    expect(await passesOf('ann')).toBe(5);
    expect(studio.log.events.filter(({ type }) => type === 'LotGranted')).toHaveLength(1);
    expect(studio.log.events.filter(({ type }) => type === 'PaymentSucceeded')).toHaveLength(1);
  });

  it('captures first what waits for it', async () => {
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
  ] as const)('killed at append %i, %s it: the next call finishes', async (at, when) => {
    const { stripe, buy, complete, passesOf } = await shop();
    const id = await buy();
    stripe.pay(id);
    await expect(complete(id, 'ann', crashAtAppend(at, when))).rejects.toThrow(Crashed);
    await complete(id, null);
    await complete(id);
    expect(await passesOf('ann')).toBe(5);
  });

  it('grants after a refused card what a second card paid', async () => {
    const { studio, stripe, start, buy, complete } = await shop();
    const id = await buy();
    await failPayment(start(), { paymentIntentId: id, reason: 'card_declined' }, studio.context());
    stripe.pay(id);
    await expect(complete(id)).resolves.toMatchObject({ creditsRemaining: 5 });
  });

  it('grants nothing that Stripe does not say was paid, by this member, in full', async () => {
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
    stripe.set(id, { amountPence: 11_000, amountReceivedPence: 100 });
    await expect(complete(id)).rejects.toMatchObject({ code: 'PAYMENT_NOT_COMPLETE' });
    expect(await passesOf('ann')).toBe(0);
    expect(await passesOf('bea')).toBe(0);
  });

  it('sends the money back when its member has left meanwhile, once', async () => {
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

  it('sends no money back for passes that were granted before their member left', async () => {
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

  it('grants nothing for money that has gone back at Stripe', async () => {
    const { stripe, buy, complete, passesOf } = await shop();
    const id = await buy();
    stripe.pay(id);
    stripe.set(id, { amountRefundedPence: 11_000 });
    await expect(complete(id)).rejects.toMatchObject({ code: 'PAYMENT_REFUNDED' });
    await expect(complete(id, null)).rejects.toMatchObject({ code: 'PAYMENT_REFUNDED' });
    expect(await passesOf('ann')).toBe(0);
  });
});

describe('of two sign-up classes that were paid at once', () => {
  it('one is granted and the other refunded, once', async () => {
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
