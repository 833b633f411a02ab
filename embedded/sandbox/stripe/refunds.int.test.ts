import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningSandbox, startSandbox, WEBHOOK_SECRET } from '../sandbox.fixture.ts';
import { createDelayedSteps } from './delayed-steps.ts';
import { startDeliveries } from './deliveries.ts';

let running: RunningSandbox;
let stripe: Stripe;
beforeEach(async () => {
  running = await startSandbox();
  ({ stripe } = running);
});
afterEach(() => running?.stop());

async function payWith(payment_method: string): Promise<string> {
  const { id } = await stripe.paymentIntents.create({
    amount: 11_000,
    currency: 'gbp',
    allowed_payment_method_types: ['card'],
    confirm: true,
    payment_method,
  });
  return id;
}

async function readCharge(id: string): Promise<Stripe.Charge> {
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  if (charge === null || typeof charge === 'string') throw new Error(`${id} has no charge`);
  return charge;
}

function waitForEvent(type: string, count = 1): Promise<unknown> {
  return waitFor(() => running.events().filter((event) => event.type === type).length === count, {
    what: `${count} ${type}`,
  });
}
const listRefundEvents = () =>
  running
    .events()
    .map(({ type }) => type)
    .filter((type) => type.includes('refund'))
    .sort();

it('refunds in parts up to what was paid', async () => {
  const id = await payWith('pm_card_visa');
  const part = { payment_intent: id, amount: 1000, reason: 'requested_by_customer' } as const;
  const refund = await stripe.refunds.create(part);
  expect(refund).toMatchObject({ object: 'refund', status: 'succeeded', amount: 1000, payment_intent: id });
  await expect(stripe.refunds.create({ payment_intent: id, amount: 10_001 })).rejects.toMatchObject({
    param: 'amount',
  });
  expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({ amount: 10_000 });
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  expect(await readCharge(id)).toMatchObject({ refunded: true, amount_refunded: 11_000 });
  const listed = await stripe.refunds.list({ payment_intent: id });
  expect(listed.data.map(({ amount }) => amount)).toEqual([10_000, 1000]);
  expect(await stripe.refunds.retrieve(refund.id, { expand: ['charge'] })).toMatchObject({
    charge: { id: expect.stringMatching(/^ch_/) },
  });
  await running.sandbox.webhooksSettled();
  expect(listRefundEvents()).toEqual([
    'charge.refunded',
    'charge.refunded',
    'refund.created',
    'refund.created',
  ]);
});

it('succeeds shortly after it was pending', async () => {
  const id = await payWith('pm_card_pendingRefund');
  const refund = await stripe.refunds.create({ payment_intent: id, amount: 2200 });
  expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' });
  await waitForEvent('refund.updated');
  await waitForEvent('charge.refund.updated');
  await running.sandbox.webhooksSettled();
  expect(listRefundEvents()).toEqual([
    'charge.refund.updated',
    'charge.refunded',
    'refund.created',
    'refund.updated',
  ]);
  const updated = running.events().find(({ type }) => type === 'refund.updated');
  expect(updated).toMatchObject({
    data: {
      object: { id: refund.id, status: 'succeeded', payment_intent: id },
      previous_attributes: { status: 'pending' },
    },
    request: { id: null, idempotency_key: null },
  });
  expect(await stripe.refunds.retrieve(refund.id)).not.toHaveProperty('pending_reason');
  expect(await readCharge(id)).toMatchObject({ amount_refunded: 2200 });
});

it('fails shortly after it succeeded, and the charge counts as not refunded', async () => {
  const id = await payWith('pm_card_refundFail');
  const refund = await stripe.refunds.create({ payment_intent: id });
  expect(refund).toMatchObject({ status: 'succeeded', amount: 11_000 });
  await waitForEvent('refund.failed');
  await waitForEvent('charge.refund.updated');
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: expect.stringMatching(/^txn_/),
  });
  expect(await readCharge(id)).toMatchObject({ amount_refunded: 0, refunded: false });
  // So the charge can be refunded again.
  await stripe.refunds.create({ payment_intent: id, amount: 500 });
  await waitForEvent('refund.failed', 2);
  expect(await readCharge(id)).toMatchObject({ amount_refunded: 0 });
});

it('finishes a pending refund after a restart', async () => {
  await running.sandbox.stop();
  const id = await payWith('pm_card_pendingRefund');
  const refund = await stripe.refunds.create({ payment_intent: id });
  const { pool, clock, app } = running;
  const next = startDeliveries({
    pool,
    url: () => `${running.origin}/api/webhooks/stripe`,
    secret: WEBHOOK_SECRET,
    delayedSteps: createDelayedSteps({ pool, clock, siteUrl: () => running.origin, logger: app.log }),
    logger: app.log,
  });
  await waitForEvent('refund.updated');
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded' });
  await next.stop();
});
