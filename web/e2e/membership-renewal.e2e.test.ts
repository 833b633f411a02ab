import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { addSubscriber, declineNextPayments, payOnCheckoutPage } from './membership.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import { takeScreenshot, visit, waitForBadge } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const membership = z.object({ id: z.number() });

const card = (page: Page) => page.getByRole('region', { name: 'Your Membership' });

it('a membership ends, renews or becomes past due when its month is over', async () => {
  const leaver = await addSubscriber(site, 'Edda Ends');
  const renewer = await addSubscriber(site, 'Rory Renews');
  const debtor = await addSubscriber(site, 'Paul Past Due');
  await declineNextPayments(site, debtor);
  const { id } = await leaver.expect(membership, 'GET', '/api/membership');
  expect((await leaver.call('POST', `/api/membership/${id}/cancel`, {})).status).toBe(200);
  await site.moveClock({ advance: 'P32D' });

  const ended = await visit(site, '/my-membership', { as: leaver });
  await ended.getByText(/^Your membership ended on \w{3} \d\d, \d{4}$/).waitFor();
  await waitForBadge(ended, 'Passes 0');
  await takeScreenshot(ended, 'membership-ended', 'desktop');
  await ended.getByRole('link', { name: 'See the membership' }).click();
  await ended.getByRole('button', { name: 'Start Membership' }).waitFor();

  const renewed = await visit(site, '/my-membership', { as: renewer });
  await waitForBadge(renewed, 'Membership 12');
  await card(renewed).getByText('Active').first().waitFor();

  const due = await visit(site, '/my-membership', { as: debtor, screen: 'phone' });
  await waitForBadge(due, 'Passes 0');
  await card(due).getByText('Past due', { exact: true }).waitFor();
  await card(due).getByText('Your last payment did not go through').waitFor();
  await card(due)
    .getByText(/We try your card again on \w{3} \d+ \w{3}, \d\d:\d\d\./)
    .waitFor();
  expect(await due.getByRole('button', { name: 'Cancel Membership' }).count()).toBe(0);
  await takeScreenshot(due, 'membership-past-due', 'phone', true);
  const opened = due.waitForEvent('popup');
  await card(due).getByRole('link', { name: 'Pay £180 now' }).click();
  const tab = await opened;
  await payOnCheckoutPage(tab);
  await tab.getByText('Paid.').waitFor();
  await waitForBadge(due, 'Membership 12');
  await due.getByText('Your last payment did not go through').waitFor({ state: 'detached' });
  await due.getByRole('button', { name: 'Cancel Membership' }).waitFor();
});
