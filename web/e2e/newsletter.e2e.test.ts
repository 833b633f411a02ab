import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { waitFor } from '#tools/testing/wait-for.ts';
import { openSite, type Site, toEmail } from './site.fixture.ts';
import {
  header,
  tabTo,
  takeScreenshot,
  visit,
  waitForFocus,
  waitForOwnEntry,
  waitForToast,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const outbox = z.array(z.object({ to: z.string(), text: z.string(), kind: z.string() }));

/** Waits for an email to this address and returns the path of its unsubscribe link. */
async function waitForUnsubscribeLink(email: string): Promise<string> {
  return waitFor(
    async () => {
      const mails = outbox.parse(await (await fetch(`${site.base}/sandbox/outbox.json`)).json());
      const texts = mails.filter(({ to }) => to === email).map(({ text }) => text);
      return texts.map((text) => /\/unsubscribe\?token=\S+/.exec(text)?.[0]).find(Boolean);
    },
    { what: 'an email with a link to unsubscribe' },
  );
}

it('the newsletter is switched off and on on the account page, also by keyboard', async () => {
  const page = await visit(site, '/my-classes', { as: await site.addMember('Alma Account') });
  await page.goto(`${site.base}/account`);
  const newsletter = page.getByRole('switch', { name: 'Newsletter' });
  await newsletter.waitFor();
  expect(await newsletter.isChecked()).toBe(true);
  await newsletter.click();
  await waitForToast(page, 'You are off the list');
  await page.reload();
  await newsletter.waitFor();
  expect(await newsletter.isChecked()).toBe(false);
  await tabTo(page, newsletter);
  await waitForFocus(page, newsletter);
  await page.keyboard.press('Space');
  await waitForToast(page, 'You are on the list');
  expect(await newsletter.isChecked()).toBe(true);
});

it('shows the stored state again when a change cannot be saved', async () => {
  const page = await visit(site, '/account', {
    as: await site.addMember('Ned Not Saved'),
    expectedStatuses: [503],
  });
  const newsletter = page.getByRole('switch', { name: 'Newsletter' });
  await newsletter.waitFor();
  await page.route('**/api/user/consents', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503, body: 'Busy' }) : route.fallback(),
  );
  await newsletter.click();
  await waitForToast(page, 'Not Saved');
  await waitFor(() => newsletter.isChecked());
});

it('the newsletter is off for a member who opts out at sign-up', async () => {
  const page = await visit(site, '/');
  await header(page).getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create your account' });
  await dialog.getByText('Creating an account adds you to our mailing list').waitFor();
  await dialog.getByLabel('Name').fill('Olive Opts Out');
  await dialog.getByLabel('Email').fill('olive@example.com');
  await dialog.getByLabel('Phone').fill('07700 900789');
  await dialog.getByLabel('Password', { exact: true }).fill('seaside-7');
  await dialog.getByLabel('Please leave me off the list').check();
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await waitForToast(page, 'Account created!');
  await waitForOwnEntry(page);
  await page.goto('/account');
  const newsletter = page.getByRole('switch', { name: 'Newsletter' });
  await newsletter.waitFor();
  expect(await newsletter.isChecked()).toBe(false);
});

it('the newsletter is switched off by a click on the page of the emailed link, not by opening it, without a session', async () => {
  const member = await site.addMember('Una Unsubscribes');
  const page = await visit(site, await waitForUnsubscribeLink(toEmail('Una Unsubscribes')), {
    screen: 'phone',
  });
  const button = page.getByRole('button', { name: 'Unsubscribe' });
  await button.waitFor();
  const consents = z.object({ newsletter: z.boolean() });
  expect(await member.expect(consents, 'GET', '/api/user/consents')).toEqual({ newsletter: true });
  await button.click();
  await page.getByText('You are unsubscribed').waitFor();
  await takeScreenshot(page, 'unsubscribed', 'phone');
  expect(await member.expect(consents, 'GET', '/api/user/consents')).toEqual({ newsletter: false });
});

it('shows that an unsubscribe link is not valid', async () => {
  const page = await visit(site, '/unsubscribe', { expectedStatuses: [400] });
  await page.getByText('This link is not valid').waitFor();
  await page.goto('/unsubscribe?token=made-up-by-nobody.at-all');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByText('This link is not valid').waitFor();
});
