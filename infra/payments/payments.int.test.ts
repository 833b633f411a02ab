import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type RunningSandbox,
  SECRET_KEY,
  startSandbox,
  WEBHOOK_SECRET,
} from '#embedded/sandbox/sandbox.fixture.ts';
import {
  PaymentDeclined,
  PaymentNotFound,
  PaymentRefused,
  PaymentStateConflict,
  PaymentsUnavailable,
  translateStripeError,
} from './errors.ts';
import { createPayments, type Payments } from './payments.ts';

let running: RunningSandbox;
let payments: Payments;
beforeAll(async () => {
  running = await startSandbox();
  payments = createPayments({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    apiBase: `${running.origin}/sandbox/stripe`,
    timeoutMs: 5000,
  });
});
afterAll(() => running?.stop());

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

let customerId: string;
beforeAll(async () => {
  customerId = await payments.createCustomer('member-7', 'customer-7');
});

let keys = 0;
function purchase(extra: { metadata?: Record<string, string> } = {}) {
  keys += 1;
  return {
    amountPence: 11_000,
    memberId: 'member-7',
    customerId,
    passId: 5,
    idempotencyKey: `purchase-${keys}`,
    ...extra,
  };
}
const pay = (id: string, payment_method = 'pm_card_visa') =>
  running.stripe.paymentIntents.confirm(id, { payment_method });

describe('a payment', () => {
  it('is created in pounds for one member and pass, and reports what was paid', async () => {
    const createdAt = running.clock.moveToNextDay();
    const created = await payments.createPaymentIntent(purchase({ metadata: { purchaseId: 'x1' } }));
    expect(created).toEqual({
      id: expect.stringMatching(/^pi_/),
      status: 'requires_payment_method',
      clientSecret: expect.stringContaining(`${created.id}_secret_`),
    });
    await pay(created.id);
    expect(await payments.readPaymentIntent(created.id)).toEqual({
      id: created.id,
      status: 'succeeded',
      amountPence: 11_000,
      amountReceivedPence: 11_000,
      amountRefundedPence: 0,
      disputedPence: 0,
      memberId: 'member-7',
      passId: 5,
      metadata: { memberId: 'member-7', passId: '5', purchaseId: 'x1' },
      failure: null,
      createdAt,
      cardFingerprint: expect.stringMatching(/^[\w-]{16}$/),
      clientSecret: created.clientSecret,
    });
  });

  it('is created once per idempotency key', async () => {
    const same = purchase();
    const made = await Promise.all(Array.from({ length: 5 }, () => payments.createPaymentIntent(same)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  it('reports why the last attempt failed', async () => {
    const { id } = await payments.createPaymentIntent(purchase());
    const error: unknown = await pay(id, 'pm_card_visa_chargeDeclinedInsufficientFunds').catch(
      translateStripeError,
    );
    expect(error).toBeInstanceOf(PaymentDeclined);
    expect(error).toMatchObject({ code: 'card_declined', declineCode: 'insufficient_funds' });
    expect(await payments.readPaymentIntent(id)).toMatchObject({
      status: 'requires_payment_method',
      failure: { code: 'card_declined', declineCode: 'insufficient_funds' },
    });
  });

  it.each([
    [29, 'amount_too_small'],
    [100_000_000, 'amount_too_large'],
  ])('of %i pence is refused with its code', async (amountPence, code) => {
    const refused = payments.createPaymentIntent({ ...purchase(), amountPence });
    await expect(refused).rejects.toBeInstanceOf(PaymentRefused);
    await expect(refused).rejects.toMatchObject({ code });
  });

  it('can be refunded in part and in full, and no further', async () => {
    const { id } = await payments.createPaymentIntent(purchase());
    await pay(id);
    expect(
      await payments.refundPaymentIntent(id, { amountPence: 2200, idempotencyKey: `${id}-a` }),
    ).toMatchObject({ amountPence: 2200, status: 'succeeded' });
    await payments.refundPaymentIntent(id, { amountPence: 2200, idempotencyKey: `${id}-a` });
    expect(await payments.readPaymentIntent(id)).toMatchObject({ amountRefundedPence: 2200 });
    expect(await payments.refundPaymentIntent(id, { idempotencyKey: `${id}-b` })).toMatchObject({
      amountPence: 8800,
    });
    await expect(payments.refundPaymentIntent(id, { idempotencyKey: `${id}-c` })).rejects.toThrow(
      PaymentStateConflict,
    );
  });

  it('can be cancelled, or captured after an authorisation', async () => {
    const { id } = await payments.createPaymentIntent(purchase());
    expect(await payments.cancelPaymentIntent(id, `${id}-cancel`)).toMatchObject({ status: 'canceled' });
    await expect(payments.cancelPaymentIntent(id, `${id}-again`)).rejects.toThrow(PaymentStateConflict);

    const held = await running.stripe.paymentIntents.create({
      amount: 900,
      currency: 'gbp',
      allowed_payment_method_types: ['card'],
      capture_method: 'manual',
      confirm: true,
      payment_method: 'pm_card_visa',
    });
    expect(await payments.readPaymentIntent(held.id)).toMatchObject({
      status: 'requires_capture',
      memberId: null,
      passId: null,
    });
    expect(await payments.capturePaymentIntent(held.id, `${held.id}-capture`)).toMatchObject({
      status: 'succeeded',
      amountReceivedPence: 900,
    });
  });
});

describe('a disputed payment', () => {
  async function paidWith(card: string) {
    const { id } = await payments.createPaymentIntent(purchase());
    await pay(id, card);
    const [dispute] = (await running.stripe.disputes.list({ payment_intent: id })).data;
    if (dispute === undefined) throw new Error(`Nobody disputes ${id}`);
    return { id, disputeId: dispute.id };
  }
  const disputed = async (id: string) => (await payments.readPaymentIntent(id)).disputedPence;

  it('counts the amount as disputed while the dispute is open and after it is lost', async () => {
    const { id, disputeId } = await paidWith('pm_card_createDispute');
    expect(await disputed(id)).toBe(11_000);
    await running.stripe.disputes.update(disputeId, { evidence: { uncategorized_text: 'They came.' } });
    expect(await disputed(id)).toBe(11_000);
    const lost = await paidWith('pm_card_createDisputeProductNotReceived');
    await running.stripe.disputes.close(lost.disputeId);
    expect(await disputed(lost.id)).toBe(11_000);
    await expect(payments.refundPaymentIntent(id, { idempotencyKey: `${id}-refund` })).rejects.toMatchObject({
      name: 'PaymentStateConflict',
      code: 'charge_disputed',
    });
  });

  it('counts no amount after the dispute is won, nor for an inquiry', async () => {
    const { id, disputeId } = await paidWith('pm_card_createDispute');
    await running.stripe.disputes.update(disputeId, { evidence: { uncategorized_text: 'winning_evidence' } });
    expect(await disputed(id)).toBe(0);
    const inquiry = await paidWith('pm_card_createDisputeInquiry');
    expect(await disputed(inquiry.id)).toBe(0);
    await running.stripe.disputes.close(inquiry.disputeId);
    expect(await disputed(inquiry.id)).toBe(0);
  });

  it('reports the dispute when it is captured', async () => {
    const held = await running.stripe.paymentIntents.create({
      amount: 900,
      currency: 'gbp',
      allowed_payment_method_types: ['card'],
      capture_method: 'manual',
      confirm: true,
      payment_method: 'pm_card_createDispute',
    });
    expect(await disputed(held.id)).toBe(0);
    expect(await payments.capturePaymentIntent(held.id, `${held.id}-capture`)).toMatchObject({
      disputedPence: 900,
    });
  });
});

describe('the events of Stripe', () => {
  it('are listed by date and type, newest first, like webhooks', async () => {
    const since = running.clock.moveToNextDay();
    const { id } = await payments.createPaymentIntent(purchase());
    await pay(id, 'pm_card_createDisputeInquiry');
    await payments.refundPaymentIntent(id, { amountPence: 100, idempotencyKey: `${id}-part` });
    await running.sandbox.webhooksSettled();
    const types = [
      'payment_intent.succeeded',
      'charge.succeeded',
      'charge.dispute.created',
      'refund.created',
      'charge.refunded',
    ];
    const listed = await collect(payments.listWebhooks({ createdSince: since, types }));
    expect(listed.map(({ type }) => type).sort()).toEqual([...types].sort());
    expect(listed.every(({ paymentIntentId }) => paymentIntentId === id)).toBe(true);
    expect(listed.map(({ objectKind }) => objectKind)).toContain('dispute');

    const delivered = running.webhooks.map(({ body, signature }) => payments.verifyWebhook(body, signature));
    expect(delivered).toEqual(expect.arrayContaining(listed));
  });

  it('are read from several pages', async () => {
    const since = running.clock.moveToNextDay();
    const made: string[] = [];
    for (let index = 0; index < 120; index += 1)
      made.unshift((await payments.createPaymentIntent(purchase())).id);
    const types = ['payment_intent.created'];
    const listed = await collect(payments.listWebhooks({ createdSince: since, types }));
    expect(listed.map(({ objectId }) => objectId)).toEqual(made);
    const later = new Date(since.getTime() + 1_000);
    expect(await collect(payments.listWebhooks({ createdSince: later, types }))).toEqual([]);
  });
});

it('throws PaymentNotFound for an unknown payment, and PaymentsUnavailable in an outage', async () => {
  await expect(payments.readPaymentIntent('pi_unknown')).rejects.toThrow(PaymentNotFound);
  const options = { webhookSecret: WEBHOOK_SECRET, timeoutMs: 500 };
  const nobody = createPayments({
    ...options,
    secretKey: SECRET_KEY,
    apiBase: 'http://127.0.0.1:9/sandbox/stripe',
  });
  await expect(nobody.createPaymentIntent(purchase())).rejects.toThrow(PaymentsUnavailable);
  const stranger = createPayments({
    ...options,
    secretKey: 'sk_wrong',
    apiBase: `${running.origin}/sandbox/stripe`,
  });
  await expect(stranger.readPaymentIntent('pi_unknown')).rejects.toThrow(PaymentsUnavailable);
  await expect(
    collect(stranger.listWebhooks({ createdSince: new Date(0), types: ['charge.refunded'] })),
  ).rejects.toThrow(PaymentsUnavailable);
});
