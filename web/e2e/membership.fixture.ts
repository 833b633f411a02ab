import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import type { Site } from './site.fixture.ts';

const goodCard = '4242424242424242';

const currentUser = z.object({ user: z.object({ id: z.string() }) });
const createdSession = z.object({ sessionUrl: z.string() });
const subscriptions = z.object({
  data: z.array(z.object({ id: z.string(), metadata: z.object({ memberId: z.string() }) })),
});
const completed = z.object({ outcome: z.string() });

/** The membership on the home page. */
export const offer = (page: Page) => page.getByRole('article', { name: 'Monthly Membership' });

/** A payment page for the membership, with its session id at Stripe. */
export interface Checkout {
  readonly url: string;
  readonly sessionId: string;
}

/** Requests a payment page, as the button on the home page does. */
export async function openCheckout(member: StudioClient): Promise<Checkout> {
  const { sessionUrl: url } = await member.expect(
    createdSession,
    'POST',
    '/api/create-membership-subscription',
    {},
  );
  return { url, sessionId: url.slice(url.lastIndexOf('/') + 1) };
}

/** Pays on a payment page without a browser; the studio is not asked to complete the purchase. */
export async function payCheckout({ url }: Checkout): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ cardNumber: goodCard, cardExpiry: '12 / 34', cardCvc: '123' }),
  });
  if (answer.status !== 303) throw new Error(`Paying answered ${answer.status}`);
}

/** Signs up a member and starts their membership. */
export async function addSubscriber(site: Site, name: string): Promise<StudioClient> {
  const member = await site.addMember(name);
  const checkout = await openCheckout(member);
  await payCheckout(checkout);
  const body = { session_id: checkout.sessionId };
  const { outcome } = await member.expect(completed, 'POST', '/api/membership/complete', body);
  if (outcome !== 'active') throw new Error(`The membership of ${name} is ${outcome}`);
  return member;
}

/** Makes the next payments of a member's membership fail, as the sandbox's dashboard can. */
export async function declineNextPayments({ base }: Site, member: StudioClient): Promise<void> {
  const { user } = await member.expect(currentUser, 'GET', '/api/auth/user');
  const answer = await fetch(`${base}/sandbox/stripe/v1/subscriptions`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  });
  for (const { id, metadata } of subscriptions.parse(await answer.json()).data) {
    if (metadata.memberId !== user.id) continue;
    const { status } = await fetch(`${base}/sandbox/stripe/dashboard/subscriptions/${id}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ action: 'fail' }),
    });
    if (status !== 303) throw new Error(`The dashboard answered ${status}`);
  }
}

/** Fills in the card form of a payment page and submits it. */
export async function payOnCheckoutPage(page: Page, card = goodCard): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: /£180/ }).click();
}
