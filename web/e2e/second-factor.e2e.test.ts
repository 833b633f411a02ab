import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { inviteAnswer } from '#services/contract/staff.ts';
import { createAuthenticator } from '#tools/testing/authenticator.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { readDatabaseUrl } from '#tools/testing/studio-damage.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import {
  header,
  type Screen,
  takeScreenshot,
  visit,
  waitForFocus,
  waitForOwnEntry,
  waitForToast,
  waitUntilSettled,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const password = 'seaside-terrace';
const outbox = z.array(z.object({ to: z.string(), text: z.string(), kind: z.string() }));

async function readEmails(email: string, kind: string): Promise<string[]> {
  const all = outbox.parse(await (await fetch(`${site.base}/sandbox/outbox.json`)).json());
  return all.filter((each) => each.to === email && each.kind === kind).map(({ text }) => text);
}

/** Invites a named admin, who joins by the link of the email. */
async function addAdmin(name: string): Promise<string> {
  const email = `${name.toLowerCase().replace(' ', '.')}@example.com`;
  await site.admin.expect(inviteAnswer, 'POST', '/api/admin/staff', { email, role: 'admin' });
  await waitFor(async () => (await readEmails(email, 'staff-invite')).length === 1);
  const [text = ''] = await readEmails(email, 'staff-invite');
  const token = /token=([\w-]+)/.exec(text)?.[1];
  const joined = await new StudioClient(site.base).call('POST', '/api/staff/join', { token, name, password });
  expect(joined.status).toBe(200);
  return email;
}

/** Lets the app's code of this half minute be used again, because a test cannot wait for the next one. */
async function forgetCodes(): Promise<void> {
  const database = new pg.Client({ connectionString: await readDatabaseUrl(site.dataDir) });
  await database.connect();
  await database.query('DELETE FROM used_code_steps');
  await database.end();
}

const schedule = (page: Page) => page.getByRole('heading', { name: 'Add New Class' });
const codeField = (page: Page) => page.getByLabel('Code from your app');
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const logOut = (page: Page) => header(page).getByRole('button', { name: 'Log Out' }).click();

async function submitAccount(page: Page, email: string): Promise<void> {
  const own = page.getByRole('button', { name: 'Use my own account' });
  const emailField = page.getByLabel('Email');
  await own.or(emailField).waitFor();
  if ((await own.count()) > 0) await own.click();
  await emailField.fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function checkPage(page: Page, name: string, screen: Screen): Promise<void> {
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, name, screen, true);
}

/** Goes through the set-up from the password on; returns the app and the recovery codes. */
async function setUp(page: Page, screenshot?: { name: string; screen: Screen }) {
  const form = page.getByRole('form', { name: 'Set up two-step sign-in' });
  await form.getByLabel('Your password').fill('not-it');
  await form.getByRole('button', { name: 'Continue' }).click();
  await form.getByText('This is not your password.').waitFor();
  await form.getByLabel('Your password').fill(password);
  await form.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await waitForFocus(page, codeField(page));
  const secret = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent();
  const app = createAuthenticator((secret ?? '').replaceAll(' ', ''));
  await codeField(page).fill('000000');
  const submit = page.getByRole('button', { name: 'Switch on two-step sign-in' });
  await submit.click();
  await page.getByText('This code is wrong, or it was used before.').waitFor();
  await waitForFocus(page, codeField(page));
  if (screenshot) await checkPage(page, `${screenshot.name}-app`, screenshot.screen);
  await codeField(page).fill(app.code());
  await submit.click();
  await waitForFocus(page, heading(page, 'Your recovery codes'));
  const recoveryCodes = await page
    .getByRole('listitem')
    .filter({ hasText: /^\d\w{3}(-\w{4}){3}$/ })
    .allTextContents();
  expect(new Set(recoveryCodes).size).toBe(10);
  if (screenshot) await checkPage(page, `${screenshot.name}-codes`, screenshot.screen);
  await forgetCodes();
  return { app, recoveryCodes };
}

it.each(['phone', 'desktop'] as const)(
  'an admin adds two-step sign-in and signs in with it, on a %s',
  async (screen) => {
    const email = await addAdmin(`Ada ${screen}`);
    const page = await visit(site, '/staff/account', { screen, expectedStatuses: [400, 401] });
    await submitAccount(page, email);
    await page.getByRole('button', { name: 'Set up two-step sign-in' }).click();
    const { app, recoveryCodes } = await setUp(page, { name: 'second-factor', screen });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('recovery-codes.txt');
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByText('10 recovery codes left.').waitFor();
    await checkPage(page, 'staff-account', screen);

    await logOut(page);
    await page.goto('/admin');
    await submitAccount(page, email);
    await waitForFocus(page, codeField(page));
    expect(await codeField(page).getAttribute('autocomplete')).toBe('one-time-code');
    expect(await codeField(page).getAttribute('inputmode')).toBe('numeric');
    await checkPage(page, 'staff-gate-code', screen);
    await codeField(page).fill('000000');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('This code is wrong, or it was used before.').waitFor();
    await waitForFocus(page, codeField(page));
    await codeField(page).fill(app.code());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await schedule(page).waitFor();

    await logOut(page);
    await submitAccount(page, email);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code', { exact: true }).fill(recoveryCodes[2]?.toLowerCase() ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await schedule(page).waitFor();

    await header(page)
      .getByRole('link', { name: `Ada ${screen}: my account` })
      .click();
    await page.getByText('9 recovery codes left.').waitFor();
    await page.getByRole('button', { name: 'Make new recovery codes' }).click();
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code', { exact: true }).fill(recoveryCodes[3] ?? '');
    await page.getByRole('button', { name: 'Make new codes' }).click();
    await heading(page, 'Your recovery codes').waitFor();
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByText('10 recovery codes left.').waitFor();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByLabel('Your password').fill(password);
    await checkPage(page, 'second-factor-off', screen);
    await forgetCodes();
    await codeField(page).fill(app.code());
    await page.getByRole('button', { name: 'Switch off' }).click();
    await waitForToast(page, 'Two-step sign-in is off');
    await page.getByRole('button', { name: 'Set up two-step sign-in' }).waitFor();
    // Each change is reported by email, and so is each recovery code.
    await waitFor(async () => (await readEmails(email, 'staff-security')).length === 4);
    const emails = (await readEmails(email, 'staff-security')).join('\n');
    for (const code of recoveryCodes) expect(emails).not.toContain(code);
  },
);

it.each(['phone', 'desktop'] as const)(
  'an admin requires two-step sign-in of the others, and helps one who lost the phone, on a %s',
  async (screen) => {
    const cara = await addAdmin(`Cara ${screen}`);
    const dora = await addAdmin(`Dora ${screen}`);
    const page = await visit(site, '/staff/account', { screen, expectedStatuses: [400, 401, 403, 409] });
    await submitAccount(page, cara);
    await page.getByRole('button', { name: 'Set up two-step sign-in' }).waitFor();
    const setting = page.getByLabel('Two-step sign-in for admins, Now');
    const save = page.getByRole('button', { name: 'Save Two-step sign-in for admins' });
    await page.goto('/admin?tab=settings');
    await setting.selectOption('required');
    await save.click();
    await page.getByText(/Set it up for your own account first/).waitFor();
    await page.goto('/staff/account');
    await page.getByRole('button', { name: 'Set up two-step sign-in' }).click();
    await setUp(page);
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.goto('/admin?tab=settings');
    await setting.selectOption('required');
    await save.click();
    await waitForToast(page, 'Setting saved');
    await takeScreenshot(page, 'second-factor-setting', screen, true);

    const other = await visit(site, '/admin', { screen, expectedStatuses: [400, 401, 403] });
    // The gate no longer offers the shared password, which opens nothing.
    await other.getByLabel('Email').waitFor();
    expect(await other.getByRole('button', { name: 'Use the shared password' }).count()).toBe(0);
    await submitAccount(other, dora);
    await heading(other, 'Two-step sign-in').waitFor();
    await checkPage(other, 'second-factor-needed', screen);
    // The page of the account leads to the same.
    if (screen === 'desktop') {
      await header(other)
        .getByRole('link', { name: `Dora ${screen}: my account` })
        .click();
      await other.getByRole('button', { name: 'Set up two-step sign-in' }).click();
    }
    await setUp(other);
    await other.getByRole('button', { name: 'I have stored them' }).click();
    if (screen === 'desktop') {
      await other.getByText('10 recovery codes left.').waitFor();
      await other.goto('/admin');
    }
    await schedule(other).waitFor();

    await page.goto('/admin?tab=staff');
    await page.getByRole('button', { name: `Switch off two-step sign-in of Dora ${screen}` }).click();
    await page.getByRole('dialog').getByText('asked you in person').waitFor();
    await takeScreenshot(page, 'second-factor-lost', screen);
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await waitForToast(page, 'Two-step sign-in is off');
    await waitForOwnEntry(page);
    await checkPage(page, 'admin-staff-second-factor', screen);
    await other.reload();
    await heading(other, 'Admin Dashboard').waitFor();
    await page.goto('/admin?tab=settings');
    await setting.selectOption('optional');
    await save.click();
    await waitForToast(page, 'Setting saved');
  },
);
