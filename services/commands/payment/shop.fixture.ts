import type { PassInput } from '#domain/pass/decide.ts';
import { countRemainingPasses } from '#domain/wallet/state.ts';
import { createPass } from '../catalogue/create-pass.ts';
import type { StoreHooks } from '../testing/memory-event-store.fixture.ts';
import { now, Studio } from '../testing/studio.fixture.ts';
import { completePayment } from './complete-payment.ts';
import { settleRefunds } from './settle-refunds.ts';
import { startPayment } from './start-payment.ts';
import { stripeInMemory } from './stripe.fixture.ts';

const fiveClassPass: PassInput = {
  name: '5 Class Pass',
  classes: 5,
  pricePence: 11_000,
  description: 'Five classes',
  validity: { unit: 'months', count: 2 },
  offer: null,
  isActive: true,
  isPopular: false,
};

/** A studio with one pass on sale and a fake of Stripe. */
export async function shop(input: Partial<PassInput> = {}) {
  const studio = new Studio();
  const stripe = stripeInMemory();
  const start = (hooks?: StoreHooks) => ({ ...studio.start(hooks), payments: stripe.payments });
  await createPass(
    { deciders: start().deciders, nextPassId: () => Promise.resolve(5) },
    { ...fiveClassPass, ...input },
    studio.context(),
  );
  const buy = async (memberId = 'ann', at = now) =>
    (await startPayment(start(), { memberId, passId: 5 }, studio.context(at))).paymentIntentId;
  const complete = (paymentIntentId: string, memberId: string | null = 'ann', hooks?: StoreHooks) =>
    completePayment(start(hooks), { paymentIntentId, memberId }, studio.context());
  const settle = (paymentIntentId: string, hooks?: StoreHooks) =>
    settleRefunds(start(hooks), { paymentIntentId }, studio.context());
  const lotOf = async (paymentIntentId: string, memberId = 'ann') =>
    (await studio.wallet(memberId)).lots.get(`lot-${paymentIntentId}`);
  const passesOf = async (memberId: string) => countRemainingPasses(await studio.wallet(memberId), now);
  return { studio, stripe, start, buy, complete, settle, lotOf, passesOf };
}
