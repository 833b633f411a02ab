import { createHmac, randomUUID } from 'node:crypto';
import { millisecondsInHour } from 'date-fns/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { adminRefundsAnswer } from '#services/contract/admin-refunds.ts';
import { specialOfferAnswer } from '#services/contract/payments.ts';
import { lotHistoryAnswer, userPassesAnswer } from '#services/contract/wallet.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { payByCard } from '#tools/testing/pay-by-card.ts';
import { refusal, StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type CardPayment, startCardPayment } from '../testing/card-payment.fixture.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

const fivePasses = 5;
const signUpClass = 1;
const specialPass = 2;
const disputedCard = '4000000000000259';
const refundFailsCard = '4000000000005126';
const webhookSecret = 'whsec_of_this_test';

let studio: RunningStudio;
let base: string;
let visitor: StudioClient;
let admin: StudioClient;
let clock: SandboxClock;
beforeAll(async () => {
  studio = await startRunningStudio({ STRIPE_WEBHOOK_SECRET: webhookSecret });
  base = studio.process.base;
  clock = new SandboxClock(base);
  visitor = new StudioClient(base);
  admin = await visitor.staff('admin');
});
afterAll(() => studio?.remove());

const readLots = (client: StudioClient) => client.expect(userPassesAnswer, 'GET', '/api/user/passes');
const readCredits = async (client: StudioClient) =>
  (await client.expect(z.object({ credits: z.number() }), 'GET', '/api/auth/credits')).credits;
const waitForCredits = (client: StudioClient, count: number) =>
  waitFor(async () => (await readCredits(client)) === count, { what: `${count} passes` });
const readLotHistory = (client: StudioClient, lotId: string) =>
  client.expect(lotHistoryAnswer, 'GET', `/api/user/passes/${lotId}/history`);
const openClass = async () => (await openClasses(admin, 1, 7, await clock.now()))[0];
const book = (client: StudioClient, classId: number | undefined) =>
  client.expect(z.object({ bookingId: z.number() }), 'POST', '/api/bookings', { classId });

async function atStripe(method: string, path: string, fields: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(`${base}/sandbox/stripe/v1/${path}`, {
    method,
    headers: { authorization: 'Bearer sk_test_sandbox' },
    ...(method === 'POST' ? { body: new URLSearchParams(fields) } : {}),
  });
  if (!response.ok) throw new Error(`Stripe answered ${response.status}: ${await response.text()}`);
  return response.json();
}
const refund = (id: string, pence?: number) =>
  atStripe('POST', 'refunds', { payment_intent: id, ...(pence ? { amount: String(pence) } : {}) });

async function readMails(to: string, kind: string) {
  const mails = z
    .array(z.object({ to: z.string(), kind: z.string(), subject: z.string(), text: z.string() }))
    .parse(await (await fetch(`${base}/sandbox/outbox.json?limit=10000`)).json());
  return mails.filter((mail) => mail.to === to && mail.kind === kind);
}

async function buy(client: StudioClient, card?: string, passId = fivePasses): Promise<CardPayment> {
  const payment = await startCardPayment(client, passId);
  await payByCard(base, payment, card);
  await client.call('POST', '/api/complete-payment', { payment_intent_id: payment.id });
  return payment;
}

describe('a refund', () => {
  it('revokes unused passes, keeps the booking and shows it to staff', async () => {
    const email = 'ann.refunds@example.com';
    const ann = await visitor.signUp(email, 'Ann Refunds');
    const classId = await openClass();
    const payment = await buy(ann);
    const { bookingId } = await book(ann, classId);
    await refund(payment.id);
    await waitForCredits(ann, 0);
    expect(await readLots(ann)).toMatchObject([{ remaining: 0, takenBack: 4, passClasses: 5 }]);
    const shown = async () =>
      (await admin.expect(adminRefundsAnswer, 'GET', '/api/admin/refunds')).refunds.find(
        ({ paymentIntentId }) => paymentIntentId === payment.id,
      );
    expect(await shown()).toMatchObject({
      memberName: 'Ann Refunds',
      memberEmail: email,
      pricePence: 11_000,
      refundedPence: 11_000,
      disputedPence: 0,
      takenBack: 4,
      owed: 1,
      bookings: [{ bookingId, classId, status: 'confirmed' }],
    });
    await waitFor(async () => (await readMails(email, 'refund')).length > 0);
    expect(await readMails(email, 'refund')).toMatchObject([{ text: expect.stringContaining('£110.00') }]);

    // A pass that the booking returns is revoked too, because it was refunded.
    const cancelled = await ann.call('POST', '/api/cancel-booking', { bookingId });
    expect(cancelled.body).toMatchObject({ refunded: true, passPaidBack: true });
    expect(await readCredits(ann)).toBe(0);
    expect(await shown()).toMatchObject({ takenBack: 5, owed: 0, bookings: [] });
    const [lot] = await readLots(ann);
    const history = await readLotHistory(ann, lot?.id ?? '');
    expect(
      history.entries.map(({ type, passes, from, to, balance, by, reason }) => [
        type,
        passes,
        from,
        to,
        balance,
        by,
        reason,
      ]),
    ).toEqual([
      ['LotGranted', 5, null, 'available', 5, expect.any(String), null],
      ['PassHeld', 1, 'available', 'held', 4, 'member', null],
      ['PassSpent', 1, 'held', 'used', 4, 'member', null],
      ['LotRevoked', 4, 'available', 'revoked', 0, 'automatic', 'refund'],
      ['PassReturned', 1, 'used', 'available', 1, 'member', null],
      ['LotRevoked', 1, 'available', 'revoked', 0, 'member', 'refund'],
    ]);
    expect(history).toMatchObject({ balanced: true, counts: { granted: 5, revoked: 5 } });
    expect(history.entries[1]?.class).toMatchObject({ id: classId, name: 'reformer for all' });
    expect(refusal(await ann.call('POST', '/api/bookings', { classId }))).toBe('402 NO_PASS');
  });

  it('revokes as many passes as a partial refund covers', async () => {
    const bob = await visitor.signUp('bob.refunds@example.com');
    const payment = await buy(bob);
    await refund(payment.id, 5_000);
    await waitForCredits(bob, 3);
    await refund(payment.id, 6_000);
    await waitForCredits(bob, 0);
  });

  it('restores the passes when it fails at Stripe', async () => {
    const email = 'cat.refunds@example.com';
    const cat = await visitor.signUp(email);
    const payment = await buy(cat, refundFailsCard);
    await refund(payment.id);
    // The sandbox fails it a second later.
    await waitFor(async () => {
      const [lot] = await readLots(cat);
      const types = (await readLotHistory(cat, lot?.id ?? '')).entries.map(({ type }) => type);
      return types.includes('LotRestored');
    });
    // The history is read from the log, so the read model may be a moment behind.
    await waitForCredits(cat, 5);
  });

  it('by a dispute revokes passes, which a won dispute restores', async () => {
    const dan = await visitor.signUp('dan.refunds@example.com');
    const payment = await buy(dan, disputedCard);
    await waitForCredits(dan, 0);
    const disputes = z.object({ data: z.array(z.object({ id: z.string() })).length(1) });
    const { data } = disputes.parse(await atStripe('GET', `disputes?payment_intent=${payment.id}`));
    await atStripe('POST', `disputes/${data[0]?.id}`, {
      'evidence[uncategorized_text]': 'winning_evidence',
      submit: 'true',
    });
    await waitForCredits(dan, 5);
    const [lot] = await readLots(dan);
    const { entries, balanced } = await readLotHistory(dan, lot?.id ?? '');
    expect(entries.map(({ type, reason }) => [type, reason])).toEqual([
      ['LotGranted', null],
      ['LotRevoked', 'dispute'],
      ['LotRestored', 'dispute_won'],
    ]);
    expect(balanced).toBe(true);
  });

  it('is found at Stripe by the sweep when every webhook is lost', async () => {
    const eve = await visitor.signUp('eve.refunds@example.com');
    const payment = await buy(eve);
    // Stripe retries for days; a delivery that counts as done stands for its giving up.
    await studio.query(`
      CREATE FUNCTION give_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        NEW.delivered_at := now(); RETURN NEW; END $$;
      CREATE TRIGGER give_up BEFORE INSERT ON sandbox.webhook_deliveries FOR EACH ROW EXECUTE FUNCTION give_up()`);
    await refund(payment.id);
    await studio.query('DROP TRIGGER give_up ON sandbox.webhook_deliveries; DROP FUNCTION give_up');
    expect(await readCredits(eve)).toBe(5);
    await clock.moveTo(new Date((await clock.now()).getTime() + 60_000));
    await waitForCredits(eve, 0);
  });
});

it('grants a payment once for 20 concurrent requests and 20 webhooks, repeated and in random order', async () => {
  const fay = await visitor.signUp('fay.refunds@example.com');
  const payment = await startCardPayment(fay, fivePasses);
  await payByCard(base, payment);
  const types = [
    'payment_intent.created',
    'payment_intent.succeeded',
    'charge.succeeded',
    'payment_intent.succeeded',
  ];
  const webhooks = Array.from({ length: 10 }, (_, index) => {
    const object = { object: 'payment_intent', id: payment.id };
    const type = types[index % types.length];
    return JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, created: 1, data: { object } });
  });
  const deliver = async (body: string) => {
    const t = Math.floor(Date.now() / 1000);
    const v1 = createHmac('sha256', webhookSecret).update(`${t}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${t},v1=${v1}` };
    return (await fetch(`${base}/api/webhooks/stripe`, { method: 'POST', headers, body })).status;
  };
  const calls = [
    ...[...webhooks, ...webhooks].map((body) => () => deliver(body)),
    ...Array.from({ length: 20 }, () => async () => {
      const body = { payment_intent_id: payment.id };
      return (await fay.call('POST', '/api/complete-payment', body)).status;
    }),
  ]
    .map((call) => ({ call, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at);
  expect(await Promise.all(calls.map(({ call }) => call()))).toEqual(Array.from({ length: 40 }, () => 200));
  await waitFor(async () => {
    const [row] = await studio.query(
      'SELECT count(*)::int AS open FROM stripe_webhooks WHERE processed_at IS NULL',
    );
    return row?.open === 0;
  });
  const [lot, ...others] = await readLots(fay);
  expect([lot?.remaining, others]).toEqual([5, []]);
  expect((await readLotHistory(fay, lot?.id ?? '')).entries.map(({ type }) => type)).toEqual(['LotGranted']);
});

it('shows the history of a lot to its own member only', async () => {
  const [gus, hal] = [
    await visitor.signUp('gus.refunds@example.com'),
    await visitor.signUp('hal.refunds@example.com'),
  ];
  await buy(gus);
  const [lot] = await readLots(gus);
  expect((await readLotHistory(gus, lot?.id ?? '')).passName).toBe('5 Class Pass');
  for (const lotId of [lot?.id, 'lot-unknown']) {
    expect(refusal(await hal.call('GET', `/api/user/passes/${lotId}/history`))).toBe('404 LOT_NOT_FOUND');
  }
  expect(refusal(await visitor.call('GET', `/api/user/passes/${lot?.id}/history`))).toBe(
    '401 UNAUTHENTICATED',
  );
});

describe('the special pass', () => {
  const readOffer = (client: StudioClient) =>
    client.expect(specialOfferAnswer, 'GET', `/api/user/special-offer-eligibility?_t=${Date.now()}`);

  it('is offered once, for seven days from the first class booked with a Sign Up Class', async () => {
    const ida = await visitor.signUp('ida.refunds@example.com');
    const none = { eligible: false, daysLeft: 0, endsAt: null };
    const start = () => ida.call('POST', '/api/create-payment-intent', { passId: specialPass });
    expect(await readOffer(ida)).toEqual(none);
    expect(refusal(await start())).toBe('409 NOT_ELIGIBLE');
    await buy(ida, undefined, signUpClass);
    expect(await readOffer(ida)).toEqual(none);
    const classId = await openClass();
    await book(ida, classId);
    expect(await readOffer(ida)).toMatchObject({ eligible: true, daysLeft: 7 });
    await buy(ida, undefined, specialPass);
    expect(await readOffer(ida)).toEqual(none);
    expect(refusal(await start())).toBe('409 ALREADY_USED');
    expect(refusal(await visitor.call('GET', '/api/user/special-offer-eligibility'))).toBe(
      '401 UNAUTHENTICATED',
    );
  });

  it('is no longer offered after the seven days', async () => {
    const jon = await visitor.signUp('jon.refunds@example.com');
    await buy(jon, undefined, signUpClass);
    const classId = await openClass();
    await book(jon, classId);
    const { endsAt } = await readOffer(jon);
    const end = new Date(endsAt ?? '');
    await clock.moveTo(new Date(end.getTime() - millisecondsInHour));
    expect(await readOffer(jon)).toMatchObject({ eligible: true, daysLeft: 0 });
    await clock.moveTo(new Date(end.getTime() + 1));
    expect(await readOffer(jon)).toMatchObject({ eligible: false });
    const late = await jon.call('POST', '/api/create-payment-intent', { passId: specialPass });
    expect(refusal(late)).toBe('409 NOT_ELIGIBLE');
  });
});
