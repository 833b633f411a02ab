import { afterEach, beforeEach, expect, it } from 'vitest';
import { InvalidWebhookSignature } from '#infra/payments/errors.ts';
import { createPayments } from '#infra/payments/payments.ts';
import { STRIPE_API_VERSION } from '#infra/payments/stripe-sdk.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningSandbox, startSandbox, WEBHOOK_SECRET } from '../sandbox.fixture.ts';
import { createDelayedSteps } from './delayed-steps.ts';
import { startDeliveries } from './deliveries.ts';
import { stripeSignature } from './signature.ts';

let running: RunningSandbox;
beforeEach(async () => {
  running = await startSandbox();
});
afterEach(() => running?.stop());

const params = {
  amount: 2400,
  currency: 'gbp',
  allowed_payment_method_types: ['card' as const],
  confirm: true,
};

it('sends a webhook for every event, with a signature that constructEvent accepts', async () => {
  const { stripe, sandbox } = running;
  const paid = await stripe.paymentIntents.create({ ...params, payment_method: 'pm_card_visa' });
  await stripe.refunds.create({ payment_intent: paid.id });
  await expect(
    stripe.paymentIntents.create({ ...params, payment_method: 'pm_card_visa_chargeDeclined' }),
  ).rejects.toThrow('declined');
  const challenged = await stripe.paymentIntents.create({
    ...params,
    payment_method: 'pm_card_authenticationRequired',
  });
  await stripe.paymentIntents.cancel(challenged.id);
  await sandbox.webhooksSettled();

  const events = running.events();
  expect(events.map(({ type }) => type).sort()).toEqual([
    'charge.failed',
    'charge.refunded',
    'charge.succeeded',
    'payment_intent.canceled',
    'payment_intent.created',
    'payment_intent.created',
    'payment_intent.created',
    'payment_intent.payment_failed',
    'payment_intent.requires_action',
    'payment_intent.succeeded',
    'refund.created',
  ]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const succeeded = events.find(({ type }) => type === 'payment_intent.succeeded');
  expect(succeeded).toMatchObject({
    object: 'event',
    api_version: STRIPE_API_VERSION,
    created: paid.created,
    data: { object: { id: paid.id, status: 'succeeded', amount_received: 2400 } },
    request: { idempotency_key: expect.any(String) },
  });
});

it('retries the same event until the endpoint accepts it', async () => {
  const receivedIds: string[] = [];
  let refusals = 3;
  running.answerWebhooksWith(({ body }) => {
    receivedIds.push(String(Reflect.get(JSON.parse(body.toString()), 'id')));
    refusals -= 1;
    return refusals >= 0 ? 500 : 200;
  });
  await running.stripe.paymentIntents.create({ amount: 2400, currency: 'gbp' });
  await waitFor(() => running.webhooks.length === 1, { what: 'the event to be accepted' });
  expect(receivedIds).toHaveLength(4);
  expect(new Set(receivedIds).size).toBe(1);
  const deliveredSql = 'SELECT attempts FROM sandbox.webhook_deliveries WHERE delivered_at IS NOT NULL';
  const row = await waitFor(
    async () => (await running.pool.query<{ attempts: number }>(deliveredSql)).rows[0],
  );
  expect(row.attempts).toBe(4);
});

it('delivers a stored event after a restart', async () => {
  running.answerWebhooksWith(() => 503);
  await running.stripe.paymentIntents.create({ amount: 2400, currency: 'gbp' });
  await running.sandbox.webhooksSettled();
  await running.sandbox.stop();
  expect(running.webhooks).toHaveLength(0);

  running.answerWebhooksWith(() => 200);
  const next = startDeliveries({
    pool: running.pool,
    url: () => `${running.origin}/api/webhooks/stripe`,
    secret: WEBHOOK_SECRET,
    delayedSteps: createDelayedSteps({
      pool: running.pool,
      clock: running.clock,
      siteUrl: () => running.origin,
      logger: running.app.log,
    }),
    logger: running.app.log,
  });
  await waitFor(() => running.webhooks.length === 1, { what: 'the stored event' });
  await next.stop();
});

it('the payments adapter verifies a webhook, and refuses forged, stale and wrongly signed ones', async () => {
  const payments = createPayments({
    secretKey: 'sk_test_sandbox',
    webhookSecret: WEBHOOK_SECRET,
    timeoutMs: 1000,
  });
  const intent = await running.stripe.paymentIntents.create({ ...params, payment_method: 'pm_card_visa' });
  await running.stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
  await running.sandbox.webhooksSettled();
  const read = running.webhooks.map(({ body, signature }) => payments.verifyWebhook(body, signature));
  expect(read).toHaveLength(5);
  expect(read.every(({ paymentIntentId }) => paymentIntentId === intent.id)).toBe(true);
  expect(read.find(({ type }) => type === 'refund.created')).toMatchObject({
    objectKind: 'refund',
    objectId: expect.stringMatching(/^re_/),
  });

  // Webhooks arrive in any order, and the refund's has another amount.
  const webhook = running.webhooks.find(({ body: sent }) => sent.includes('2400'));
  const body = webhook?.body.toString() ?? '';
  expect(body).not.toBe('');
  const forged = [
    [body.replace('2400', '9900'), webhook?.signature],
    [body, undefined],
    [body, 'nonsense'],
    [body, stripeSignature(body, 'whsec_other', new Date())],
    [body, stripeSignature(body, WEBHOOK_SECRET, new Date(Date.now() - 301_000))],
  ] as const;
  for (const [text, signature] of forged) {
    expect(() => payments.verifyWebhook(text, signature)).toThrow(InvalidWebhookSignature);
  }
  expect(payments.verifyWebhook(body, stripeSignature(body, WEBHOOK_SECRET, new Date())).id).toMatch(/^evt_/);
});
