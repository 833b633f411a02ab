import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { type RunningSandbox, startSandbox } from '../sandbox.fixture.ts';

let sandbox: RunningSandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await startSandbox();
  ({ stripe } = sandbox);
});
afterAll(() => sandbox?.stop());

const toSeconds = (instant: Date) => instant.getTime() / 1_000;

const FIVE_CLASSES: Stripe.PaymentIntentCreateParams = {
  amount: 11_000,
  currency: 'gbp',
  allowed_payment_method_types: ['card'],
  metadata: { memberId: 'm1', passId: '5' },
};

/** Pays as the browser does: with the publishable key, the client secret and the card's fields. */
async function payByCard(number: string, card: Partial<Stripe.PaymentMethodCreateParams.Card> = {}) {
  const intent = await stripe.paymentIntents.create(FIVE_CLASSES);
  const method = await sandbox.browserStripe.paymentMethods.create({
    type: 'card',
    card: { number, exp_month: 12, exp_year: 34, cvc: '123', ...card },
  });
  const secret = intent.client_secret ?? '';
  return {
    id: intent.id,
    // The types of the server's SDK lack the fields that only browsers send.
    confirm: () =>
      sandbox.browserStripe.rawRequest('POST', `/v1/payment_intents/${intent.id}/confirm`, {
        payment_method: method.id,
        client_secret: secret,
      }),
  };
}

async function catchError(call: Promise<unknown>): Promise<Record<string, unknown>> {
  const error: unknown = await call.then(
    () => new Error('It was not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error(`Not an error: ${String(error)}`);
  return { ...error, type: error.constructor.name, message: error.message };
}

describe('paying by card', () => {
  it('succeeds with 4242', async () => {
    const createdAt = sandbox.clock.moveToNextDay();
    const payment = await payByCard('4242424242424242');
    const visible = await payment.confirm();
    expect(visible).toMatchObject({ status: 'succeeded', amount: 11_000 });
    expect(visible).not.toHaveProperty('metadata');

    const intent = await stripe.paymentIntents.retrieve(payment.id, {
      expand: ['latest_charge', 'payment_method'],
    });
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 11_000,
      metadata: { memberId: 'm1', passId: '5' },
      created: toSeconds(createdAt),
      latest_charge: { object: 'charge', paid: true, captured: true, outcome: { type: 'authorized' } },
      payment_method: { card: { brand: 'visa', last4: '4242', exp_year: 2034 } },
    });
  });

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000000069', 'expired_card', 'expired_card', 'Your card has expired.'],
    ['4000000000000341', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ])('is declined with %s', async (number, code, declineCode, message) => {
    const payment = await payByCard(number);
    expect(await catchError(payment.confirm())).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code: declineCode,
      message,
      payment_intent: { id: payment.id, status: 'requires_payment_method' },
    });
    const intent = await stripe.paymentIntents.retrieve(payment.id, { expand: ['latest_charge'] });
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { code, decline_code: declineCode },
      latest_charge: { status: 'failed', failure_code: code },
    });
  });

  it('succeeds with another card after a decline', async () => {
    const { id, confirm } = await payByCard('4000000000000002');
    await expect(confirm()).rejects.toThrow('declined');
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  it.each([
    ['incorrect_number', 'number', { number: '4242424242424241' }],
    ['invalid_number', 'number', { number: '4242' }],
    ['invalid_expiry_year', 'exp_year', { exp_year: 24 }],
    ['invalid_expiry_month', 'exp_month', { exp_month: 4, exp_year: 26 }],
    ['invalid_expiry_month', 'exp_month', { exp_month: 13 }],
    ['invalid_cvc', 'cvc', { cvc: '12' }],
  ])('answers %s to an invalid card', async (code, param, card) => {
    expect(await catchError(payByCard('4242424242424242', card))).toMatchObject({
      type: 'StripeCardError',
      code,
      param,
    });
  });

  it('declines a number of no test card, and does not store it', async () => {
    const { confirm } = await payByCard('4539578763621486');
    expect(await catchError(confirm())).toMatchObject({ decline_code: 'test_mode_live_card' });
    const { rows } = await sandbox.pool.query<{ found: string }>(
      "SELECT o::text AS found FROM sandbox.stripe_objects o WHERE o::text LIKE '%4539578763621486%'",
    );
    expect(rows).toEqual([]);
  });

  it('charges once when it is confirmed concurrently', async () => {
    const { id, confirm } = await payByCard('4242424242424242');
    const outcomes = await Promise.allSettled([confirm(), confirm(), confirm()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1);
    expect(await catchError(confirm())).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });
});

describe('refused requests', () => {
  it('include browser calls that need the secret key', async () => {
    expect(await catchError(sandbox.browserStripe.customers.create({}))).toMatchObject({ statusCode: 403 });
    const { id } = await stripe.paymentIntents.create(FIVE_CLASSES);
    expect(await catchError(sandbox.browserStripe.paymentIntents.retrieve(id))).toMatchObject({
      code: 'resource_missing',
    });
    expect(
      await catchError(
        sandbox.browserStripe.paymentIntents.retrieve(id, { client_secret: `${id}_secret_x` }),
      ),
    ).toMatchObject({ statusCode: 404 });
  });

  it('include a wrong key, an unknown payment, an unknown field and a missing field', async () => {
    const response = await fetch(`${sandbox.origin}/sandbox/stripe/v1/events`, {
      headers: { authorization: 'Bearer sk_test_other' },
    });
    expect(response.status).toBe(401);
    expect(await catchError(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_none'",
    });
    const post = async (body: string) => {
      const answer = await fetch(`${sandbox.origin}/sandbox/stripe/v1/payment_intents`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa('sk_test_sandbox:')}` },
        body: new URLSearchParams(body),
      });
      return answer.json();
    };
    expect(await post('amount=100&currency=gbp&colour=red')).toMatchObject({
      error: { code: 'parameter_unknown', param: 'colour' },
    });
    expect(await post('currency=gbp')).toMatchObject({
      error: { code: 'parameter_missing', param: 'amount' },
    });
    expect(await post('currency=gbp&amount=1.5')).toMatchObject({
      error: { code: 'parameter_invalid_integer', param: 'amount' },
    });
    expect(await post('currency=gbp&amount=20')).toMatchObject({ error: { code: 'amount_too_small' } });
    expect(await post('currency=gbp&amount=100&metadata[a][b]=c')).toMatchObject({
      error: { param: 'metadata' },
    });
  });
});

describe('idempotency keys', () => {
  it('repeat the first response without a second payment', async () => {
    const options = { idempotencyKey: 'create-1' };
    const concurrent = await Promise.all([
      stripe.paymentIntents.create(FIVE_CLASSES, options),
      stripe.paymentIntents.create(FIVE_CLASSES, options),
    ]);
    expect(concurrent[0].id).toBe(concurrent[1].id);
    const third = await stripe.paymentIntents.create(FIVE_CLASSES, options);
    expect(third.id).toBe(concurrent[0].id);
    expect(third.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'idempotency-key': 'create-1',
    });
  });

  it('refuse a request with other parameters', async () => {
    await stripe.paymentIntents.create(FIVE_CLASSES, { idempotencyKey: 'create-2' });
    expect(
      await catchError(
        stripe.paymentIntents.create({ ...FIVE_CLASSES, amount: 999 }, { idempotencyKey: 'create-2' }),
      ),
    ).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
  });

  it('stay unused after an invalid request, but not after a decline', async () => {
    const options = { idempotencyKey: 'create-3' };
    await expect(stripe.paymentIntents.create({ ...FIVE_CLASSES, amount: 1 }, options)).rejects.toThrow(
      'at least',
    );
    await expect(stripe.paymentIntents.create(FIVE_CLASSES, options)).resolves.toMatchObject({
      amount: 11_000,
    });

    const declined = { ...FIVE_CLASSES, confirm: true, payment_method: 'pm_card_visa_chargeDeclined' };
    const attempt = () => catchError(stripe.paymentIntents.create(declined, { idempotencyKey: 'create-4' }));
    expect((await attempt()).charge).toBe((await attempt()).charge);
  });
});

describe('capture and cancelling', () => {
  const pay = (extra: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
    stripe.paymentIntents.create({
      ...FIVE_CLASSES,
      confirm: true,
      payment_method: 'pm_card_visa',
      ...extra,
    });

  it('authorises money and captures it', async () => {
    const held = await pay({ capture_method: 'manual' });
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 11_000, amount_received: 0 });
    expect(await stripe.paymentIntents.capture(held.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 11_000,
    });
    expect(await catchError(stripe.paymentIntents.cancel(held.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it('cancels an unpaid intent', async () => {
    const { id } = await stripe.paymentIntents.create(FIVE_CLASSES);
    expect(await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'abandoned',
    });
    expect(
      await catchError(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })),
    ).toMatchObject({ statusCode: 400 });
  });
});

it('lists page by page, newest first, by creation time', async () => {
  const created = { gte: toSeconds(sandbox.clock.moveToNextDay()) };
  const createdIds: string[] = [];
  for (let index = 0; index < 5; index += 1)
    createdIds.unshift((await stripe.paymentIntents.create(FIVE_CLASSES)).id);
  const listed: string[] = [];
  for await (const intent of stripe.paymentIntents.list({ created, limit: 2 })) listed.push(intent.id);
  expect(listed).toEqual(createdIds);
  const [, second = '', third = ''] = createdIds;
  const back = await stripe.paymentIntents.list({ created, limit: 1, ending_before: third });
  expect(back).toMatchObject({ has_more: true, data: [{ id: second }] });
});

it('lists events since an instant by one type, by several types, and by a pattern', async () => {
  const created = { gte: toSeconds(sandbox.clock.moveToNextDay()) };
  const confirm = { confirm: true, payment_method: 'pm_card_visa' };
  for (let index = 0; index < 3; index += 1)
    await stripe.paymentIntents.create({ ...FIVE_CLASSES, ...confirm });
  const countTypes = async (query: Stripe.EventListParams): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for await (const { type } of stripe.events.list({ created, limit: 2, ...query }))
      counts[type] = (counts[type] ?? 0) + 1;
    return counts;
  };
  const paid = { 'charge.succeeded': 3, 'payment_intent.succeeded': 3 };
  expect(await countTypes({})).toEqual({ ...paid, 'payment_intent.created': 3 });
  expect(await countTypes({ type: 'charge.succeeded' })).toEqual({ 'charge.succeeded': 3 });
  expect(await countTypes({ type: '*.succeeded' })).toEqual(paid);
  expect(
    await countTypes({ types: ['charge.succeeded', 'payment_intent.succeeded', 'refund.failed'] }),
  ).toEqual(paid);
  expect(await countTypes({ type: 'paymentXintent.%' })).toEqual({});
  expect(
    await catchError(countTypes({ type: 'charge.succeeded', types: ['charge.succeeded'] })),
  ).toMatchObject({
    type: 'StripeInvalidRequestError',
  });
});

it('returns stored customers, payment intents and events', async () => {
  const customer = await stripe.customers.create({ metadata: { memberId: 'm9' } });
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
    id: customer.id,
    metadata: { memberId: 'm9' },
  });
  // The list of events is newest first, and exact to the second.
  sandbox.clock.moveToNextDay();
  const { id } = await stripe.paymentIntents.create({ ...FIVE_CLASSES, customer: customer.id });
  expect(
    (await stripe.paymentIntents.list({ customer: customer.id })).data.map((intent) => intent.id),
  ).toEqual([id]);
  const [event] = (await stripe.events.list({ type: 'payment_intent.created', limit: 1 })).data;
  expect(await stripe.events.retrieve(event?.id ?? '')).toMatchObject({ data: { object: { id } } });
});
