import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { waitFor } from '#tools/testing/wait-for.ts';
import { emailOf, openSite, type Site } from './site.fixture.ts';
import { focusOn, header, picture, tabTo, toast, visit } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const outbox = z.array(z.object({ to: z.string(), text: z.string(), kind: z.string() }));

/** The way out that the first email to a new member offers. */
async function unsubscribeLink(email: string): Promise<string> {
  return waitFor(
    async () => {
      const mails = outbox.parse(await (await fetch(`${site.base}/sandbox/outbox.json`)).json());
      const texts = mails.filter(({ to }) => to === email).map(({ text }) => text);
      return texts.map((text) => /\/unsubscribe\?token=\S+/.exec(text)?.[0]).find(Boolean);
    },
    { timeout: 30_000, what: 'an email with a link to unsubscribe' },
  );
}

it('is changed on the account page, with the keyboard as well', async () => {
  const page = await visit(site, '/my-classes', { as: await site.addMember('Alma Account') });
  await header(page)
    .getByRole('link', { name: emailOf('Alma Account') })
    .click();
  const newsletter = page.getByRole('switch', { name: 'Newsletter' });
  await newsletter.waitFor();
  expect(await newsletter.isChecked()).toBe(true);
  await newsletter.click();
  await toast(page, 'You are off the list');
  await page.reload();
  await newsletter.waitFor();
  expect(await newsletter.isChecked()).toBe(false);
  await tabTo(page, newsletter);
  await focusOn(page, newsletter);
  await page.keyboard.press('Space');
  await toast(page, 'You are on the list');
  expect(await newsletter.isChecked()).toBe(true);
});

it('stays as it was when the change cannot be saved', async () => {
  const page = await visit(site, '/account', { as: await site.addMember('Ned Not Saved'), refusals: [503] });
  const newsletter = page.getByRole('switch', { name: 'Newsletter' });
  await newsletter.waitFor();
  await page.route('**/api/user/consents', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503, body: 'Busy' }) : route.fallback(),
  );
  await newsletter.click();
  await toast(page, 'Not Saved');
  await waitFor(() => newsletter.isChecked());
});

it('is not taken by who declines it with the account', async () => {
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
  await toast(page, 'Account created!');
  await page.goto('/account');
  const newsletter = page.getByRole('switch', { name: 'Newsletter' });
  await newsletter.waitFor();
  expect(await newsletter.isChecked()).toBe(false);
});

it('ends with the link of an email, signed out, by a click and not by opening it', async () => {
  const member = await site.addMember('Una Unsubscribes');
  const page = await visit(site, await unsubscribeLink(emailOf('Una Unsubscribes')), { screen: 'phone' });
  const button = page.getByRole('button', { name: 'Unsubscribe' });
  await button.waitFor();
  const consents = z.object({ newsletter: z.boolean() });
  expect(await member.expect(consents, 'GET', '/api/user/consents')).toEqual({ newsletter: true });
  await button.click();
  await page.getByText('You are unsubscribed').waitFor();
  await picture(page, 'unsubscribed', 'phone');
  expect(await member.expect(consents, 'GET', '/api/user/consents')).toEqual({ newsletter: false });
});

it('says so when the link is not valid', async () => {
  const page = await visit(site, '/unsubscribe', { refusals: [400] });
  await page.getByText('This link is not valid').waitFor();
  await page.goto('/unsubscribe?token=made-up-by-nobody.at-all');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByText('This link is not valid').waitFor();
});
