import { startPayment, succeedPayment } from '#domain/payment/decide.ts';
import { paymentDecider } from '#domain/payment/decider.ts';
import type { PaymentOrder } from '#domain/payment/events.ts';
import { now, type Studio } from '#services/commands/testing/studio.fixture.ts';

/** Has a member buy passes for a thousand pence each: payment `pi_{memberId}`, lot `lot-pi_{memberId}`. */
export async function buyPasses(studio: Studio, memberId: string, passes: number): Promise<void> {
  const { deciders } = studio.start();
  const paymentIntentId = `pi_${memberId}`;
  const order: PaymentOrder = {
    passId: 5,
    passName: 'Pass',
    passes,
    amountPence: passes * 1_000,
    validity: { unit: 'months', count: 2 },
    offer: null,
  };
  await deciders.handle(paymentDecider, paymentIntentId, studio.context(), (state) =>
    startPayment(state, { paymentIntentId, memberId, order, now }),
  );
  const { state } = await deciders.handle(paymentDecider, paymentIntentId, studio.context(), (current) =>
    succeedPayment(current, { now }),
  );
  const terms = state.payment?.grant;
  if (!terms) throw new Error('The payment did not succeed');
  await studio.grant(memberId, passes, {
    ...terms,
    pricePence: order.amountPence,
    passId: order.passId,
    paymentIntentId,
  });
}
