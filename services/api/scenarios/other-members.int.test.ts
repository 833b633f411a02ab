import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { savedCardsAnswer } from '#services/contract/cards.ts';
import { devicesAnswer } from '#services/contract/devices.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { membershipAnswer, membershipRedirectAnswer } from '#services/contract/membership.ts';
import { passkeyOptionsAnswer } from '#services/contract/passkeys.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { payByCard } from '#tools/testing/pay-by-card.ts';
import { payOnPage } from '#tools/testing/pay-on-page.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { routeCases } from '../testing/bad-input/all-routes.fixture.ts';
import { startCardPayment } from '../testing/card-payment.fixture.ts';
import { PasskeyDevice } from '../testing/passkey-device.fixture.ts';
import { findAccess } from '../testing/route-access.fixture.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

/** What Ann owns, and what Bob tries with its ids. */
interface Owned {
  readonly bookingId: number;
  readonly cancelledId: number;
  readonly lotId: string;
  readonly paymentId: string;
  readonly sessionId: string;
  readonly membershipId: number;
  readonly freeClassId: number;
  readonly cardId: string;
  readonly deviceId: string;
  readonly passkeyId: string;
  readonly newPasskey: object;
}

/** Every route on which a member names a record of their own, by its path or its body. */
const tries: Readonly<
  Record<
    string,
    (owned: Owned) => {
      readonly path: string;
      readonly body?: object;
      readonly status?: number;
      readonly code: string;
    }
  >
> = {
  'POST /api/bookings/{id}/move': ({ bookingId, freeClassId }) => ({
    path: `/api/bookings/${bookingId}/move`,
    body: { classId: freeClassId },
    code: 'BOOKING_NOT_FOUND',
  }),
  'POST /api/bookings/{id}/undo-cancellation': ({ cancelledId }) => ({
    path: `/api/bookings/${cancelledId}/undo-cancellation`,
    code: 'BOOKING_NOT_FOUND',
  }),
  'GET /api/bookings/{id}/calendar.ics': ({ bookingId }) => ({
    path: `/api/bookings/${bookingId}/calendar.ics`,
    code: 'BOOKING_NOT_FOUND',
  }),
  'POST /api/cancel-booking': ({ bookingId }) => ({
    path: '/api/cancel-booking',
    body: { bookingId },
    code: 'BOOKING_NOT_FOUND',
  }),
  'GET /api/user/passes/{lotId}/history': ({ lotId }) => ({
    path: `/api/user/passes/${lotId}/history`,
    code: 'LOT_NOT_FOUND',
  }),
  'POST /api/user/passes/{lotId}/withdraw': ({ lotId }) => ({
    path: `/api/user/passes/${lotId}/withdraw`,
    code: 'LOT_NOT_FOUND',
  }),
  'POST /api/complete-payment': ({ paymentId }) => ({
    path: '/api/complete-payment',
    body: { payment_intent_id: paymentId },
    code: 'PAYMENT_NOT_FOUND',
  }),
  'DELETE /api/user/cards/{id}': ({ cardId }) => ({
    path: `/api/user/cards/${cardId}`,
    code: 'CARD_NOT_FOUND',
  }),
  'DELETE /api/user/devices/{id}': ({ deviceId }) => ({
    path: `/api/user/devices/${deviceId}`,
    code: 'NOT_FOUND',
  }),
  'DELETE /api/user/passkeys/{id}': ({ passkeyId }) => ({
    path: `/api/user/passkeys/${passkeyId}`,
    code: 'NOT_FOUND',
  }),
  'POST /api/user/passkeys': ({ newPasskey }) => ({
    path: '/api/user/passkeys',
    body: newPasskey,
    // What the device has signed is for its own member, and no record yet.
    status: 400,
    code: 'INVALID_PASSKEY',
  }),
  'POST /api/membership/complete': ({ sessionId }) => ({
    path: '/api/membership/complete',
    body: { session_id: sessionId },
    code: 'MEMBERSHIP_NOT_FOUND',
  }),
  'POST /api/membership/{id}/cancel': ({ membershipId }) => ({
    path: `/api/membership/${membershipId}/cancel`,
    code: 'MEMBERSHIP_NOT_FOUND',
  }),
  'POST /api/membership/{id}/resume': ({ membershipId }) => ({
    path: `/api/membership/${membershipId}/resume`,
    code: 'MEMBERSHIP_NOT_FOUND',
  }),
  'POST /api/membership/{id}/withdraw': ({ membershipId }) => ({
    path: `/api/membership/${membershipId}/withdraw`,
    code: 'MEMBERSHIP_NOT_FOUND',
  }),
  'POST /api/membership/{id}/pause': ({ membershipId }) => ({
    path: `/api/membership/${membershipId}/pause`,
    code: 'MEMBERSHIP_NOT_FOUND',
  }),
  'DELETE /api/membership/{id}/pause': ({ membershipId }) => ({
    path: `/api/membership/${membershipId}/pause`,
    code: 'MEMBERSHIP_NOT_FOUND',
  }),
  'POST /api/membership/{id}/plan': ({ membershipId }) => ({
    path: `/api/membership/${membershipId}/plan`,
    body: { planId: 1, when: 'renewal' },
    code: 'MEMBERSHIP_NOT_FOUND',
  }),
};

let studio: RunningStudio;
let ann: StudioClient;
let bob: StudioClient;
let owned: Owned;
beforeAll(async () => {
  studio = await startRunningStudio({ STUDIO_DEMO: 'off' });
  const visitor = new StudioClient(studio.process.base);
  ann = await visitor.signUp('ann.owns@example.com');
  bob = await visitor.signUp('bob.tries@example.com');
  owned = await createRecords(await visitor.staff('admin'));
  // Stripe's webhook completes the payment that Ann began.
  await new SandboxClock(studio.process.base).advance('PT1S');
});
afterAll(() => studio?.remove());

const passesAnswer = z.object({ classPasses: z.array(z.object({ id: z.number(), name: z.string() })) });
const bookingAnswer = z.object({ bookingId: z.number() });
const lotsAnswer = z.array(z.object({ id: z.string() }));

/** Buys passes and a membership as Ann, books two classes, cancels one and begins another payment. */
async function createRecords(admin: StudioClient): Promise<Owned> {
  const [first, second, freeClassId = 0] = await openClasses(admin, 3);
  const { classPasses } = await ann.expect(passesAnswer, 'GET', '/api/class-passes');
  const passId = classPasses.find(({ name }) => name === '5 Class Pass')?.id ?? 0;
  expect((await ann.buy(passId)).status).toBe(200);
  const [lot] = await ann.expect(lotsAnswer, 'GET', '/api/user/passes');
  const book = async (classId: number | undefined) =>
    (await ann.expect(bookingAnswer, 'POST', '/api/bookings', { classId })).bookingId;
  const [bookingId, cancelledId] = [await book(first), await book(second)];
  expect((await ann.call('POST', '/api/cancel-booking', { bookingId: cancelledId })).status).toBe(200);
  const payment = await startCardPayment(ann, passId);
  await payByCard(ann.base, payment, undefined, { keepsCard: true });
  const [card] = (await ann.expect(savedCardsAnswer, 'GET', '/api/user/cards')).cards;
  const [device] = (await ann.expect(devicesAnswer, 'GET', '/api/user/devices')).devices;
  const passkeys = await createPasskeys();
  const membership = await startMembership();
  const ids = {
    lotId: lot?.id ?? '',
    paymentId: payment.id,
    cardId: card?.id ?? '',
    deviceId: device?.id ?? '',
  };
  return { bookingId, cancelledId, freeClassId, ...ids, ...passkeys, ...membership };
}

/** Ann's passkey, and another that her device has made but not sent. */
async function createPasskeys(): Promise<Pick<Owned, 'passkeyId' | 'newPasskey'>> {
  const device = new PasskeyDevice(ann.base);
  expect((await device.addTo(ann)).status).toBe(200);
  const options = await ann.expect(passkeyOptionsAnswer, 'POST', '/api/user/passkeys/options');
  return { passkeyId: device.id, newPasskey: new PasskeyDevice(ann.base).create(options) };
}

async function startMembership(): Promise<{ sessionId: string; membershipId: number }> {
  const { redirectUrl } = await ann.expect(membershipRedirectAnswer, 'POST', '/api/membership/subscribe');
  await payOnPage(redirectUrl);
  const membershipId = await waitFor(async () => {
    const { id, status, remainingPasses } = await ann.expect(membershipAnswer, 'GET', '/api/membership');
    return status === 'active' && remainingPasses > 0 && id;
  });
  return { sessionId: /cs_\w+/.exec(redirectUrl)?.[0] ?? '', membershipId };
}

/** Everything that Ann sees of her own, as text without the time of the answer. */
const readOwn = async () =>
  Promise.all(
    [
      '/api/my-bookings',
      '/api/user/passes',
      '/api/membership',
      '/api/user/cards',
      '/api/user/devices',
      '/api/user/passkeys',
    ].map(async (path) =>
      JSON.stringify((await ann.call('GET', path)).body, (key, value) => (key === 'now' ? undefined : value)),
    ),
  );

it('covers every route on which a member names a record of their own', () => {
  /** Classes, and passes and plans on sale are everybody's. */
  const isOwn = (name: string) =>
    /(^id|Id|_id)$/.test(name) && !['classId', 'passId', 'planId'].includes(name);
  const naming = Object.entries(routeCases)
    .filter(([route]) => findAccess(route) === 'member')
    .filter(([route, { body = {} }]) => {
      const inPath = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      return [...inPath, ...Object.keys(body)].some(isOwn);
    })
    .map(([route]) => route);
  expect(naming.toSorted()).toEqual(Object.keys(tries).toSorted());
});

it.each(Object.entries(tries))(
  '%s finds nothing of another member, and changes nothing',
  async (route, plan) => {
    const { path, body, status = 404, code } = plan(owned);
    const before = await readOwn();
    const answer = await bob.call(route.split(' ', 1)[0] ?? '', path, body);
    expect([answer.status, errorAnswer.parse(answer.body).code]).toEqual([status, code]);
    expect(await readOwn()).toEqual(before);
  },
);
