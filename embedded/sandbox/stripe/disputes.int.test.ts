import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { type RunningSandbox, SECRET_KEY, startSandbox } from '../sandbox.fixture.ts';

let running: RunningSandbox;
let stripe: Stripe;
beforeEach(async () => {
  running = await startSandbox();
  ({ stripe } = running);
});
afterEach(() => running?.stop());

const params = { amount: 11_000, currency: 'gbp', allowed_payment_method_types: ['card' as const] };

async function createDispute(payment_method: string) {
  const intent = await stripe.paymentIntents.create({ ...params, confirm: true, payment_method });
  const { data } = await stripe.disputes.list({ payment_intent: intent.id });
  const [dispute] = data;
  if (dispute === undefined || data.length > 1) throw new Error(`Expected one dispute of ${intent.id}`);
  return { intent, dispute };
}

async function listDisputeEvents(): Promise<string[]> {
  await running.sandbox.webhooksSettled();
  const types = running.events().map(({ type }) => type);
  return types.filter((type) => type.startsWith('charge.dispute.')).sort();
}

const submitEvidence = (id: string, uncategorized_text: string) =>
  stripe.disputes.update(id, { evidence: { uncategorized_text } });

const OPENED = ['charge.dispute.created', 'charge.dispute.funds_withdrawn'];

describe('a disputed payment', () => {
  it.each([
    ['pm_card_createDispute', 'fraudulent'],
    ['pm_card_createDisputeProductNotReceived', 'product_not_received'],
  ])('succeeds with %s, and its money is withdrawn immediately', async (card, reason) => {
    const { intent, dispute } = await createDispute(card);
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 11_000 });
    expect(dispute).toMatchObject({
      id: expect.stringMatching(/^du_/),
      object: 'dispute',
      amount: 11_000,
      currency: 'gbp',
      charge: intent.latest_charge,
      payment_intent: intent.id,
      reason,
      status: 'needs_response',
      is_charge_refundable: false,
      balance_transactions: [{ amount: -11_000, fee: 2000, net: -13_000, reporting_category: 'dispute' }],
      evidence_details: { has_evidence: false, submission_count: 0 },
    });
    expect(await stripe.disputes.retrieve(dispute.id, { expand: ['charge'] })).toMatchObject({
      charge: { disputed: true, amount_refunded: 0 },
    });
    expect(await listDisputeEvents()).toEqual(OPENED);
    const created = running.events().find(({ type }) => type === 'charge.dispute.created');
    expect(created?.data.object).toEqual(dispute);
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      statusCode: 400,
      code: 'charge_disputed',
    });
  });

  it('is disputed when paid by the test card’s number', async () => {
    const method = await running.browserStripe.paymentMethods.create({
      type: 'card',
      card: { number: '4000 0000 0000 0259', exp_month: 12, exp_year: 34, cvc: '123' },
    });
    expect((await createDispute(method.id)).dispute.reason).toBe('fraudulent');
  });

  it('is disputed only when captured, for the captured amount', async () => {
    const held = await stripe.paymentIntents.create({
      ...params,
      confirm: true,
      capture_method: 'manual',
      payment_method: 'pm_card_createDispute',
    });
    expect((await stripe.disputes.list({ payment_intent: held.id })).data).toEqual([]);
    await stripe.paymentIntents.capture(held.id, { amount_to_capture: 9000 });
    expect((await stripe.disputes.list({ payment_intent: held.id })).data).toMatchObject([{ amount: 9000 }]);
  });
});

describe('evidence', () => {
  it('reinstates the money when it wins, and the payment can be refunded again', async () => {
    const { intent, dispute } = await createDispute('pm_card_createDispute');
    const won = await submitEvidence(dispute.id, 'winning_evidence');
    expect(won).toMatchObject({
      status: 'won',
      evidence: { uncategorized_text: 'winning_evidence' },
      evidence_details: { has_evidence: true, submission_count: 1, submission_method: 'manual' },
      balance_transactions: [{ amount: -11_000 }, { amount: 11_000, fee: 0 }],
    });
    expect(await listDisputeEvents()).toEqual([
      'charge.dispute.closed',
      ...OPENED.slice(0, 1),
      'charge.dispute.funds_reinstated',
      ...OPENED.slice(1),
      'charge.dispute.updated',
    ]);
    expect(await stripe.charges.retrieve(String(intent.latest_charge))).toMatchObject({ disputed: true });
    expect(await stripe.refunds.create({ payment_intent: intent.id })).toMatchObject({ amount: 11_000 });
  });

  it('leaves the dispute lost when it loses or is missing', async () => {
    const first = await createDispute('pm_card_createDispute');
    expect(await submitEvidence(first.dispute.id, 'losing_evidence')).toMatchObject({ status: 'lost' });
    const second = await createDispute('pm_card_createDisputeProductNotReceived');
    expect(await stripe.disputes.close(second.dispute.id)).toMatchObject({ status: 'lost' });
    for (const { intent, dispute } of [first, second]) {
      await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
        code: 'charge_disputed',
      });
      await expect(stripe.disputes.close(dispute.id)).rejects.toMatchObject({ statusCode: 400 });
      await expect(submitEvidence(dispute.id, 'winning_evidence')).rejects.toMatchObject({ statusCode: 400 });
    }
    const closed = (await listDisputeEvents()).filter((type) => type === 'charge.dispute.closed');
    expect(closed).toHaveLength(2);
  });

  it('can be staged, and is submitted once', async () => {
    const { dispute } = await createDispute('pm_card_createDispute');
    const staged = await stripe.disputes.update(dispute.id, {
      evidence: { uncategorized_text: 'winning_evidence', customer_name: 'Ada' },
      submit: false,
    });
    expect(staged).toMatchObject({
      status: 'needs_response',
      evidence_details: { has_evidence: true, submission_count: 0 },
    });
    await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'They came.' } });
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({
      status: 'under_review',
      evidence: { uncategorized_text: 'They came.', customer_name: 'Ada' },
    });
    await expect(submitEvidence(dispute.id, 'winning_evidence')).rejects.toMatchObject({ statusCode: 400 });
    // Metadata is not evidence.
    expect(await stripe.disputes.update(dispute.id, { metadata: { lot: '7' } })).toMatchObject({
      status: 'under_review',
      metadata: { lot: '7' },
    });
  });
});

describe('files as evidence', () => {
  const pdf = (size = 100) => Buffer.concat([Buffer.from('%PDF-1.3\n'), Buffer.alloc(size, ' ')]);
  const upload = (data: Buffer, options = {}) =>
    stripe.files.create(
      { purpose: 'dispute_evidence', file: { name: 'receipt.pdf', data, type: 'application/pdf' } },
      options,
    );

  it('are uploaded by the SDK, once for an idempotency key, and submitted by their ids', async () => {
    const file = await upload(pdf(), { idempotencyKey: 'once' });
    expect(file).toMatchObject({ object: 'file', purpose: 'dispute_evidence', type: 'pdf', size: 109 });
    expect(file.id).toMatch(/^file_/);
    // The SDK separates the parts by another text in each request.
    expect((await upload(pdf(), { idempotencyKey: 'once' })).id).toBe(file.id);
    await expect(upload(pdf(101), { idempotencyKey: 'once' })).rejects.toMatchObject({ statusCode: 400 });
    expect(await stripe.files.retrieve(file.id)).toMatchObject({ id: file.id, filename: 'receipt.pdf' });
    const { dispute } = await createDispute('pm_card_createDispute');
    expect(await stripe.disputes.update(dispute.id, { evidence: { receipt: file.id } })).toMatchObject({
      status: 'under_review',
      evidence: { receipt: file.id },
    });
  });

  it('are refused of another kind, or too large', async () => {
    await expect(upload(Buffer.from('PK a zip file'))).rejects.toMatchObject({
      statusCode: 400,
      param: 'file',
    });
    await expect(upload(pdf(5 * 1024 * 1024))).rejects.toMatchObject({ code: 'file_too_large' });
    const small = { name: 'a.pdf', data: pdf(), type: 'application/pdf' };
    await expect(stripe.files.create({ purpose: 'business_logo', file: small })).rejects.toMatchObject({
      statusCode: 400,
    });
  });
});

it('refuses evidence over the limits, of unknown fields and of unknown files', async () => {
  const { dispute } = await createDispute('pm_card_createDispute');
  const submit = (evidence: Stripe.DisputeUpdateParams.Evidence) =>
    stripe.disputes.update(dispute.id, { evidence });
  await expect(submit({ uncategorized_text: 'x'.repeat(20_001) })).rejects.toMatchObject({
    statusCode: 400,
    param: 'evidence[uncategorized_text]',
  });
  const long = 'x'.repeat(20_000);
  await expect(
    submit({
      ...{ uncategorized_text: long, product_description: long, access_activity_log: long },
      ...{ cancellation_rebuttal: long, refund_policy_disclosure: long, refund_refusal_explanation: long },
      ...{ cancellation_policy_disclosure: long, duplicate_charge_explanation: 'x' },
    }),
  ).resolves.toMatchObject({ status: 'under_review' });
  const second = (await createDispute('pm_card_createDispute')).dispute;
  await expect(
    stripe.disputes.update(second.id, {
      evidence: {
        ...{ uncategorized_text: long, product_description: long, access_activity_log: long },
        ...{ cancellation_rebuttal: long, refund_policy_disclosure: long, refund_refusal_explanation: long },
        ...{ cancellation_policy_disclosure: long, duplicate_charge_explanation: long },
      },
    }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'evidence' });
  await expect(
    stripe.disputes.update(second.id, { evidence: { receipt: 'file_none' } }),
  ).rejects.toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'evidence[receipt]' });
  const unknown = new URLSearchParams({ 'evidence[horoscope]': 'Pisces' });
  const response = await fetch(`${running.origin}/sandbox/stripe/v1/disputes/${second.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET_KEY}` },
    body: unknown,
  });
  expect(await response.json()).toMatchObject({ error: { code: 'parameter_unknown' } });
});

it('closes an inquiry without a withdrawal, and allows a refund before that', async () => {
  const { intent, dispute } = await createDispute('pm_card_createDisputeInquiry');
  expect(dispute).toMatchObject({
    status: 'warning_needs_response',
    balance_transactions: [],
    is_charge_refundable: true,
    payment_method_details: { card: { case_type: 'inquiry' } },
  });
  expect(await stripe.charges.retrieve(String(intent.latest_charge))).toMatchObject({ disputed: true });
  expect(await listDisputeEvents()).toEqual(['charge.dispute.created']);
  await stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
  expect(await submitEvidence(dispute.id, 'winning_evidence')).toMatchObject({
    status: 'warning_closed',
    balance_transactions: [],
  });
  expect(await listDisputeEvents()).toEqual([
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.dispute.updated',
  ]);
});

it('lists disputes by charge and by page, and answers 404 to an unknown id', async () => {
  const created = [];
  for (let index = 0; index < 3; index += 1) created.unshift(await createDispute('pm_card_createDispute'));
  const listed: string[] = [];
  for await (const { id } of stripe.disputes.list({ limit: 2 })) listed.push(id);
  expect(listed).toEqual(created.map(({ dispute }) => dispute.id));
  const charge = String(created[1]?.intent.latest_charge);
  expect((await stripe.disputes.list({ charge })).data).toEqual([created[1]?.dispute]);
  await expect(stripe.disputes.retrieve('du_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
  await expect(stripe.disputes.close('du_none')).rejects.toMatchObject({ statusCode: 404 });
});
