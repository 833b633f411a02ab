import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { classPassesAnswer } from '#services/contract/catalogue.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { userPassesAnswer } from '#services/contract/wallet.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { payByCard } from '#tools/testing/pay-by-card.ts';
import { type Answer, refusal, StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { startCardPayment } from '../testing/card-payment.fixture.ts';
import { loseWebhooksDuring } from '../testing/lost-webhooks.fixture.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

const signUpClass = 1;
const specialPass = 2;
const fivePasses = 5;
const declinedCard = '4000000000000002';
const webhookSecret = 'whsec_of_this_test';

let studio: RunningStudio;
let base: string;
let visitor: StudioClient;
beforeAll(async () => {
  studio = await startRunningStudio({ STRIPE_WEBHOOK_SECRET: webhookSecret });
  base = studio.process.base;
  visitor = new StudioClient(base);
});
afterAll(() => studio?.remove());

/** Makes a member eligible for the special pass. */
async function bookWithSignUpClass(member: StudioClient) {
  const [classId] = await openClasses(await visitor.staff('admin'), 1);
  expect((await member.buy(signUpClass)).status).toBe(200);
  expect((await member.call('POST', '/api/bookings', { classId })).status).toBe(200);
}

const sentence = ({ body }: Answer) => errorAnswer.parse(body).error;
const completePayment = (client: StudioClient, id: string) =>
  client.call('POST', '/api/complete-payment', { payment_intent_id: id });
const readLots = (client: StudioClient) => client.expect(userPassesAnswer, 'GET', '/api/user/passes');
const waitForLots = (client: StudioClient, count: number) =>
  waitFor(async () => (await readLots(client)).length === count, { what: `${count} lots` });

/** Reads a payment at Stripe: its status, the amount charged and the amount refunded. */
async function readAtStripe(id: string) {
  const response = await fetch(`${base}/sandbox/stripe/v1/payment_intents/${id}?expand[]=latest_charge`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  });
  return z
    .object({
      status: z.string(),
      latest_charge: z.object({ amount: z.number(), amount_refunded: z.number() }),
    })
    .parse(await response.json());
}

const signature = (payload: string, secret: string, seconds: number) =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`;

async function postWebhook(payload: string, header: string | null): Promise<Answer> {
  const response = await fetch(`${base}/api/webhooks/stripe`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(header === null ? {} : { 'stripe-signature': header }),
    },
    body: payload,
  });
  return { status: response.status, body: await response.json() };
}

it('opens without a demo with the catalogue, the settings and an empty timetable', async () => {
  const fresh = await startRunningStudio();
  onTestFinished(() => fresh.remove());
  const { classPasses } = await new StudioClient(fresh.process.base).expect(
    classPassesAnswer,
    'GET',
    '/api/class-passes',
  );
  expect(classPasses.map(({ name, price }) => [name, price])).toEqual([
    ['Sign Up Class', 14],
    ['Special 3 Class Pass', 50],
    ['Single Class', 24],
    ['3 Class Pass', 69],
    ['5 Class Pass', 110],
    ['10 Class Pass', 200],
    ['20 Class Pass', 320],
  ]);
  const counts = await fresh.query(
    `SELECT (SELECT count(*)::int FROM schedule_classes) AS classes, (SELECT count(*)::int FROM instructors) AS instructors,
       (SELECT count(*)::int FROM users) AS members, (SELECT count(*) FROM settings) > 0 AS settings`,
  );
  expect(counts).toEqual([{ classes: 0, instructors: 0, members: 0, settings: true }]);
});

it('opens a payment at the price that the member saw, and names a price that changed', async () => {
  const admin = await visitor.staff('admin');
  const made = z.object({ classPass: z.object({ id: z.number() }) });
  const terms = { name: 'Harbour Pass', classes: 4, price: 8_000 };
  const { classPass } = await admin.expect(made, 'POST', '/api/admin/class-passes', terms);
  const ann = await visitor.signUp('ann.sees-a-price@example.com');
  const open = (expectedPricePence?: unknown) =>
    ann.call('POST', '/api/create-payment-intent', { passId: classPass.id, expectedPricePence });
  expect(await open(8_000)).toMatchObject({ status: 200, body: { amountPence: 8_000 } });
  expect(
    (await admin.call('PUT', `/api/admin/class-passes/${classPass.id}`, { ...terms, price: 9_000 })).status,
  ).toBe(200);
  const refused = await open(8_000);
  expect(refusal(refused)).toBe('409 CHANGED_SINCE');
  expect(sentence(refused)).toContain('You have not been charged.');
  expect(errorAnswer.parse(refused.body).changed).toEqual({ pricePence: { was: 8_000, is: 9_000 } });
  expect(await open(9_000)).toMatchObject({ status: 200, body: { amountPence: 9_000 } });
  expect(await open()).toMatchObject({ status: 200, body: { amountPence: 9_000 } });
  // At the same price, with fewer classes that last less long.
  const seen = { passId: classPass.id, expectedPricePence: 9_000 };
  const changed = { ...terms, price: 9_000, classes: 3, validity: { unit: 'weeks', count: 2 } };
  const openSeen = (expected: object) =>
    ann.call('POST', '/api/create-payment-intent', { ...seen, expected });
  const first = await openSeen({});
  expect(first).toMatchObject({ status: 200, body: { classes: 4 } });
  const { expiry } = z.object({ expiry: z.string() }).parse(first.body);
  expect((await openSeen({ classes: 4, expiry })).status).toBe(200);
  expect((await admin.call('PUT', `/api/admin/class-passes/${classPass.id}`, changed)).status).toBe(200);
  const refusedTerms = await openSeen({ classes: 4, expiry });
  expect(sentence(refusedTerms)).toContain('This pass has changed');
  expect(errorAnswer.parse(refusedTerms.body).changed).toEqual({
    classes: { was: 4, is: 3 },
    expiry: { was: expiry, is: '2 weeks' },
  });
  expect(await openSeen({ classes: 3, expiry: '2 weeks' })).toMatchObject({
    status: 200,
    body: { amountPence: 9_000, classes: 3, expiry: '2 weeks' },
  });
  for (const nonsense of ['8000', -1, 80.5, null]) {
    const invalid = await open(nonsense);
    expect(refusal(invalid)).toBe('400 INVALID_INPUT');
    expect(sentence(invalid)).toBe('The expected price is a whole number of pence');
  }
});

describe('a paid pass', () => {
  it('is granted once for twenty concurrent requests and the webhook', async () => {
    const ann = await visitor.signUp('ann.pays@example.com');
    const payment = await startCardPayment(ann, fivePasses);
    await payByCard(base, payment);
    const answers = await Promise.all(Array.from({ length: 20 }, () => completePayment(ann, payment.id)));
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 200,
        body: { creditsRemaining: 5, pass: { name: '5 Class Pass', classes: 5, price: 11_000 } },
      });
    }
    await waitFor(async () => {
      const [row] = await studio.query(
        `SELECT count(*)::int AS done FROM stripe_webhooks WHERE payload ->> 'paymentIntentId' = $1
         AND type = 'payment_intent.succeeded' AND processed_at IS NOT NULL`,
        [payment.id],
      );
      return row?.done === 1;
    });
    expect(await readLots(ann)).toHaveLength(1);
    expect((await completePayment(ann, payment.id)).status).toBe(200);
    expect(await readLots(ann)).toMatchObject([{ remaining: 5, passClasses: 5, passPrice: 11_000 }]);
  });

  it('is granted by the webhook when the browser never completes the payment', async () => {
    const bob = await visitor.signUp('bob.pays@example.com');
    const payment = await startCardPayment(bob, fivePasses);
    // The sweep, which finds payments that did not change for a while, does not find this one.
    await studio.query(
      `UPDATE payments SET changed_at = changed_at + interval '1 hour' WHERE payment_intent_id = $1`,
      [payment.id],
    );
    await payByCard(base, payment);
    await waitForLots(bob, 1);
  });

  it('is granted by the sweep when the webhook is lost too', async () => {
    const carl = await visitor.signUp('carl.pays@example.com');
    const payment = await startCardPayment(carl, fivePasses);
    await loseWebhooksDuring(studio, async () => {
      await payByCard(base, payment);
      await new SandboxClock(base).advance('PT1M');
      await waitForLots(carl, 1);
      const inbox = await studio.query(
        `SELECT type FROM stripe_webhooks WHERE payload ->> 'paymentIntentId' = $1 AND type <> 'payment_intent.created'`,
        [payment.id],
      );
      expect(inbox).toEqual([]);
    });
    expect((await completePayment(carl, payment.id)).status).toBe(200);
    expect(await readLots(carl)).toHaveLength(1);
  });

  it('is granted only when paid, also when a second card follows a declined one', async () => {
    const dora = await visitor.signUp('dora.pays@example.com');
    const payment = await startCardPayment(dora, fivePasses);
    expect(refusal(await completePayment(dora, payment.id))).toBe('409 PAYMENT_NOT_COMPLETE');
    expect((await payByCard(base, payment, declinedCard)).status).toBe(402);
    expect(refusal(await completePayment(dora, payment.id))).toBe('409 PAYMENT_NOT_COMPLETE');
    expect(await readLots(dora)).toEqual([]);
    expect((await payByCard(base, payment)).status).toBe(200);
    expect((await completePayment(dora, payment.id)).status).toBe(200);
    expect(await readLots(dora)).toHaveLength(1);
  });

  it('cannot be completed by another member', async () => {
    const emil = await visitor.signUp('emil.pays@example.com');
    const fay = await visitor.signUp('fay.pays@example.com');
    const payment = await startCardPayment(emil, fivePasses);
    await payByCard(base, payment);
    expect(refusal(await completePayment(fay, payment.id))).toBe('404 PAYMENT_NOT_FOUND');
    expect((await completePayment(emil, payment.id)).status).toBe(200);
    expect([await readLots(emil), await readLots(fay)]).toMatchObject([[{ remaining: 5 }], []]);
  });
});

describe('a pass that each member can buy once', () => {
  it.each([
    ['the Sign Up Class', signUpClass, 'The sign up class can only be purchased once per member.'],
    ['the special pass', specialPass, 'The special 3 class pass can only be purchased once per member.'],
  ])('%s is refused a second time, and refunded when two purchases race', async (_name, passId, words) => {
    const member = await visitor.signUp(`offer-${passId}@example.com`);
    if (passId === specialPass) await bookWithSignUpClass(member);
    const before = (await readLots(member)).length;
    // Concurrent, since a later one would return the payment that is open.
    const [first, second] = await Promise.all([
      startCardPayment(member, passId),
      startCardPayment(member, passId),
    ]);
    await Promise.all([payByCard(base, first), payByCard(base, second)]);
    const answers = await Promise.all([
      completePayment(member, first.id),
      completePayment(member, second.id),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const lost = answers[0]?.status === 200 ? second : first;
    const granted = lost === first ? second : first;
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(refusal)).toEqual(['409 ALREADY_USED']);
    expect(refused.map(sentence)).toEqual([words]);

    await waitForLots(member, before + 1);
    await waitFor(async () => (await readAtStripe(lost.id)).latest_charge.amount_refunded > 0);
    const { amount, amount_refunded: refunded } = (await readAtStripe(lost.id)).latest_charge;
    expect(refunded).toBe(amount);
    expect((await readAtStripe(granted.id)).latest_charge.amount_refunded).toBe(0);
    // Completing the refunded payment again gives the same answer and no second refund.
    const again = await completePayment(member, lost.id);
    expect([refusal(again), sentence(again)]).toEqual(['409 ALREADY_USED', words]);
    const third = await member.call('POST', '/api/create-payment-intent', { passId });
    expect([refusal(third), sentence(third)]).toEqual(['409 ALREADY_USED', words]);
    expect(await readLots(member)).toHaveLength(before + 1);
  });

  it('is recorded on the member', async () => {
    const gus = await visitor.signUp('gus.pays@example.com');
    const readFlags = async () =>
      z
        .object({ user: z.object({ hasUsedSignUpClass: z.boolean(), hasUsedNewUserDiscount: z.boolean() }) })
        .parse((await gus.call('GET', '/api/auth/user')).body).user;
    expect(await readFlags()).toEqual({ hasUsedSignUpClass: false, hasUsedNewUserDiscount: false });
    await bookWithSignUpClass(gus);
    expect(await readFlags()).toEqual({ hasUsedSignUpClass: true, hasUsedNewUserDiscount: false });
    await gus.buy(specialPass);
    expect(await readFlags()).toEqual({ hasUsedSignUpClass: true, hasUsedNewUserDiscount: true });
  });
});

describe('a webhook', () => {
  const payload = (id: string, object: object, type = 'payment_intent.succeeded') =>
    JSON.stringify({ id, object: 'event', type, created: 1, data: { object } });
  const now = () => Math.floor(Date.now() / 1000);
  const readWebhooks = (id: string) =>
    studio.query('SELECT processed_at FROM stripe_webhooks WHERE event_id = $1', [id]);

  it('is accepted only with a recent signature by our secret over exactly these bytes', async () => {
    const forged = payload('evt_forged', { object: 'payment_intent', id: 'pi_forged' });
    const good = signature(forged, webhookSecret, now());
    const attempts: [string, string | null][] = [
      [forged, null],
      [forged, 'nonsense'],
      [forged, signature(forged, 'whsec_of_another', now())],
      [forged, signature(forged, webhookSecret, now() - 301)],
      [`${forged} `, good],
      [forged.replace('pi_forged', 'pi_other'), good],
    ];
    for (const [body, header] of attempts) {
      expect(refusal(await postWebhook(body, header))).toBe('400 INVALID_SIGNATURE');
    }
    expect(await readWebhooks('evt_forged')).toEqual([]);
  });

  it.each([
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'charge.refunded',
    'customer.created',
  ])('%s is stored once and processed, also for a payment of another system', async (type) => {
    const id = `evt_${type}`;
    const body = payload(id, { object: 'payment_intent', id: 'pi_of_someone_else' }, type);
    for (let round = 0; round < 2; round += 1) {
      expect((await postWebhook(body, signature(body, webhookSecret, now()))).status).toBe(200);
    }
    await waitFor(async () => (await readWebhooks(id)).every(({ processed_at: done }) => done !== null));
    expect(await readWebhooks(id)).toHaveLength(1);
  });

  it('that announces a payment which was not made grants nothing', async () => {
    const hal = await visitor.signUp('hal.pays@example.com');
    const payment = await startCardPayment(hal, fivePasses);
    const body = payload('evt_too_soon', { object: 'payment_intent', id: payment.id });
    expect((await postWebhook(body, signature(body, webhookSecret, now()))).status).toBe(200);
    await waitFor(async () =>
      (await readWebhooks('evt_too_soon')).every(({ processed_at: done }) => done !== null),
    );
    expect(await readLots(hal)).toEqual([]);
  });
});
