import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { disputesAnswer } from '#services/contract/disputes.ts';
import { membershipAnswer, membershipRedirectAnswer } from '#services/contract/membership.ts';
import { payByCard } from '../pay-by-card.ts';
import { payOnPage } from '../pay-on-page.ts';
import type { StudioClient } from '../studio-client.ts';
import { waitFor } from '../wait-for.ts';
import { sendRequest } from './send-request.ts';
import type { StudioCommand } from './studio-command.ts';
import type { TestWorld } from './test-world.ts';

const fivePasses = 5;
/** A payment with it is disputed immediately. */
const disputedCard = '4000000000000259';
const lots = z.array(z.object({ remaining: z.number(), passClasses: z.number(), takenBack: z.number() }));
const intent = z.object({ clientSecret: z.string() });

const countPasses = async (client: StudioClient) =>
  (await client.expect(lots, 'GET', '/api/user/passes')).reduce((sum, lot) => sum + lot.remaining, 0);

/** A member with five passes that were paid for. */
async function buyPasses({ signedUp, pay }: TestWorld): Promise<{ client: StudioClient; paymentId: string }> {
  const { client } = await signedUp(0);
  const { clientSecret } = await client.expect(intent, 'POST', '/api/create-payment-intent', {
    passId: fivePasses,
  });
  const paymentId = await pay(clientSecret);
  await waitFor(async () => {
    await client.call('POST', '/api/complete-payment', { payment_intent_id: paymentId });
    return (await countPasses(client)) === fivePasses;
  });
  return { client, paymentId };
}

/** How many lots a refund took back whole. */
const countTakenBack = async (client: StudioClient) =>
  (await client.expect(lots, 'GET', '/api/user/passes')).filter(
    ({ takenBack, passClasses }) => takenBack === passClasses,
  ).length;

/** A member with a membership that was paid for. */
async function subscribe({ signedUp, studio }: TestWorld): Promise<{ client: StudioClient; id: number }> {
  const { client } = await signedUp(0);
  const { redirectUrl } = await client.expect(membershipRedirectAnswer, 'POST', '/api/membership/subscribe');
  const { pathname, search } = new URL(redirectUrl);
  await payOnPage(`${studio.sandboxOrigin}${pathname}${search}`);
  const id = await waitFor(async () => {
    const { status, id } = await client.expect(membershipAnswer, 'GET', '/api/membership');
    return status === 'active' && id;
  });
  return { client, id };
}

const readDisputes = async (admin: StudioClient) =>
  (await admin.expect(disputesAnswer, 'GET', '/api/admin/disputes')).disputes;

/** A payment that was disputed, as the list of staff has it. */
async function buyDisputed(world: TestWorld): Promise<string> {
  const { client } = await world.signedUp(0);
  const payment = await client.expect(intent, 'POST', '/api/create-payment-intent', { passId: fivePasses });
  const { id } = await payByCard(world.studio.sandboxOrigin, payment, disputedCard);
  await client.call('POST', '/api/complete-payment', { payment_intent_id: id });
  const dispute = await waitFor(async () =>
    (await readDisputes(world.admin)).find(({ paymentIntentId }) => paymentIntentId === id),
  );
  return dispute.id;
}

/** The commands about money that was paid. */
export const moneyCommands: readonly StudioCommand[] = [
  {
    name: 'refund a payment',
    alreadyDoneCodes: [],
    async prepare(world) {
      const { client, paymentId } = await buyPasses(world);
      const body = { mode: 'whole', reason: 'Moves away', requestKey: randomUUID() };
      return {
        send: () => sendRequest(world.admin, 'POST', `/api/admin/payments/${paymentId}/refund`, body),
        countEffects: () => countTakenBack(client),
      };
    },
  },
  {
    name: 'cancel a purchase',
    alreadyDoneCodes: [],
    async prepare(world) {
      const { client, paymentId } = await buyPasses(world);
      return {
        send: () => sendRequest(client, 'POST', `/api/user/passes/lot-${paymentId}/withdraw`),
        countEffects: () => countTakenBack(client),
      };
    },
  },
  {
    name: 'pause a membership',
    // Stripe's webhook records the pause of a request that was cut off.
    alreadyDoneCodes: ['PAUSE_NOT_POSSIBLE'],
    async prepare(world) {
      const { client, id } = await subscribe(world);
      return {
        send: () => sendRequest(client, 'POST', `/api/membership/${id}/pause`),
        async countEffects() {
          const { pause } = await client.expect(membershipAnswer, 'GET', '/api/membership');
          return pause === null ? 0 : 1;
        },
      };
    },
  },
  {
    name: 'send evidence',
    alreadyDoneCodes: [],
    async prepare(world) {
      const disputeId = await buyDisputed(world);
      const body = { fields: {}, requestKey: randomUUID() };
      return {
        send: () => sendRequest(world.admin, 'POST', `/api/admin/disputes/${disputeId}/evidence`, body),
        async countEffects() {
          const found = (await readDisputes(world.admin)).find(({ id }) => id === disputeId);
          return found?.stage === 'answered' && found.answeredAt !== null ? 1 : 0;
        },
      };
    },
  },
];
