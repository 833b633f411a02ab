import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { addSubscriber, declineNextPayments, payHere } from './membership.fixture.ts';
import { emailOf, openSite, type Site } from './site.fixture.ts';
import { badgeReads, picture, visit } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const token = z.object({ token: z.string() });
const membership = z.object({ id: z.number() });

async function advance(by: string): Promise<void> {
  const answer = await fetch(`${site.base}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: by }),
  });
  expect(answer.status).toBe(200);
}

/** The same member a month later: sessions last a day. */
async function again(name: string): Promise<StudioClient> {
  const body = { email: emailOf(name), password: 'seaside-7' };
  const answer = await new StudioClient(site.base).expect(token, 'POST', '/api/auth/signin', body);
  return new StudioClient(site.base, answer.token);
}

const card = (page: Page) => page.getByRole('region', { name: 'Your Membership' });

it('ends, renews or waits for its money when its month is over', async () => {
  const leaver = await addSubscriber(site, 'Edda Ends');
  await addSubscriber(site, 'Rory Renews');
  await declineNextPayments(site, await addSubscriber(site, 'Paul Past Due'));
  const { id } = await leaver.expect(membership, 'GET', '/api/membership');
  expect((await leaver.call('POST', `/api/membership/${id}/cancel`, {})).status).toBe(200);
  await advance('P32D');

  const ended = await visit(site, '/my-membership', { as: await again('Edda Ends') });
  await ended.getByText(/^Your membership ended on \w{3} \d\d, \d{4}$/).waitFor();
  await badgeReads(ended, 'Passes 0');
  await picture(ended, 'membership-ended', 'desktop');
  await ended.getByRole('link', { name: 'See the membership' }).click();
  await ended.getByRole('button', { name: 'Start Membership' }).waitFor();

  const renewed = await visit(site, '/my-membership', { as: await again('Rory Renews') });
  await badgeReads(renewed, 'Membership 12');
  await card(renewed).getByText('Active').first().waitFor();

  const due = await visit(site, '/my-membership', { as: await again('Paul Past Due'), screen: 'phone' });
  await badgeReads(due, 'Passes 0');
  await card(due).getByText('Past due', { exact: true }).waitFor();
  await card(due).getByText('Your last payment did not go through').waitFor();
  await card(due)
    .getByText(/We try your card again on \w{3} \d+ \w{3}, \d\d:\d\d\./)
    .waitFor();
  expect(await due.getByRole('button', { name: 'Cancel Membership' }).count()).toBe(0);
  await picture(due, 'membership-past-due', 'phone', true);
  const opened = due.waitForEvent('popup');
  await card(due).getByRole('link', { name: 'Pay £180 now' }).click();
  const tab = await opened;
  await payHere(tab);
  await tab.getByText('Paid.').waitFor();
  await badgeReads(due, 'Membership 12');
  await due.getByText('Your last payment did not go through').waitFor({ state: 'detached' });
  await due.getByRole('button', { name: 'Cancel Membership' }).waitFor();
}, 240_000);
