import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { savedCardsAnswer } from '#services/contract/cards.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { payByCard } from '#tools/testing/pay-by-card.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { startCardPayment } from '../testing/card-payment.fixture.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';

let studio: RunningStudio;
let visitor: StudioClient;
let passId: number;
beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'silent', STUDIO_DEMO: 'off' });
  visitor = new StudioClient(studio.process.base);
  const passes = z.object({ classPasses: z.array(z.object({ id: z.number(), name: z.string() })) });
  const { classPasses } = await visitor.expect(passes, 'GET', '/api/class-passes');
  passId = classPasses.find(({ name }) => name === '3 Class Pass')?.id ?? 0;
});
afterAll(() => studio?.remove());

const listCards = async (member: StudioClient) =>
  (await member.expect(savedCardsAnswer, 'GET', '/api/user/cards')).cards;

async function buy(member: StudioClient, keepsCard: boolean, card?: string): Promise<void> {
  const payment = await startCardPayment(member, passId);
  await payByCard(studio.process.base, payment, card, { keepsCard });
  const completed = await member.call('POST', '/api/complete-payment', { payment_intent_id: payment.id });
  expect(completed.status).toBe(200);
}

/** Confirms a payment with a card that Stripe keeps, as the browser does. */
async function payWithSavedCard(member: StudioClient, cardId: string) {
  const { id, clientSecret } = await startCardPayment(member, passId);
  const answer = await fetch(`${studio.process.base}/sandbox/stripe/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: cardId }),
  });
  return { id, status: answer.status };
}

const readId = async (member: StudioClient) =>
  (await member.expect(z.object({ user: z.object({ id: z.string() }) }), 'GET', '/api/auth/user')).user.id;

const countCustomers = async (memberId: string): Promise<number> =>
  (
    await studio.query(
      `SELECT 1 FROM sandbox.stripe_objects WHERE kind = 'customer' AND data #>> '{metadata,memberId}' = $1`,
      [memberId],
    )
  ).length;

it('keeps a card only with consent, pays with it, and removes it', async () => {
  const ann = await visitor.signUp('ann.cards@example.com');
  expect(await listCards(ann)).toEqual([]);
  await buy(ann, false);
  expect(await listCards(ann)).toEqual([]);
  await buy(ann, true);
  // The same card again is one card.
  await buy(ann, true);
  const cards = await listCards(ann);
  expect(cards).toEqual([
    { id: expect.stringMatching(/^pm_/), brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 },
  ]);
  const cardId = cards[0]?.id ?? '';
  const { id, status } = await payWithSavedCard(ann, cardId);
  expect(status).toBe(200);
  expect((await ann.call('POST', '/api/complete-payment', { payment_intent_id: id })).status).toBe(200);

  expect((await ann.call('DELETE', `/api/user/cards/${cardId}`)).status).toBe(200);
  expect(await listCards(ann)).toEqual([]);
  const again = await ann.call('DELETE', `/api/user/cards/${cardId}`);
  expect([again.status, errorAnswer.parse(again.body).code]).toEqual([404, 'CARD_NOT_FOUND']);
  expect((await payWithSavedCard(ann, cardId)).status).toBe(400);
});

it('never accepts a card of another member', async () => {
  const [ben, eve] = [
    await visitor.signUp('ben.cards@example.com'),
    await visitor.signUp('eve.cards@example.com'),
  ];
  await buy(ben, true);
  const [card] = await listCards(ben);
  expect(await listCards(eve)).toEqual([]);
  expect((await payWithSavedCard(eve, card?.id ?? '')).status).toBe(400);
});

it('creates one customer for concurrent purchases', async () => {
  const cat = await visitor.signUp('cat.cards@example.com');
  await Promise.all([startCardPayment(cat, passId), startCardPayment(cat, passId)]);
  expect(await countCustomers(await readId(cat))).toBe(1);
});

it('sells passes although Stripe no longer has the customer', async () => {
  const dan = await visitor.signUp('dan.cards@example.com');
  await buy(dan, true);
  await studio.query(
    `DELETE FROM sandbox.stripe_objects WHERE kind = 'customer' AND data #>> '{metadata,memberId}' = $1`,
    [await readId(dan)],
  );
  await buy(dan, true);
  expect(await countCustomers(await readId(dan))).toBe(1);
  expect(await listCards(dan)).toHaveLength(1);
});

it('has Stripe forget the cards of a member who is erased', async () => {
  const fay = await visitor.signUp('fay.cards@example.com');
  await buy(fay, true);
  const [card] = await listCards(fay);
  expect((await fay.call('DELETE', '/api/user', { password: 'seaside-7' })).status).toBe(200);
  await waitFor(
    async () =>
      (
        await studio.query(
          `SELECT 1 FROM sandbox.stripe_objects WHERE id = $1 AND data -> 'customer' = 'null'`,
          [card?.id],
        )
      ).length === 1,
    { what: 'the card to be removed' },
  );
});
