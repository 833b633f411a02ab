import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { inviteAnswer } from '#services/contract/staff.ts';
import { createAuthenticator } from '#tools/testing/authenticator.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import { type Screen, takeScreenshot, visit, waitForToast, waitUntilSettled } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const password = 'seaside-terrace';
const outbox = z.array(z.object({ to: z.string(), text: z.string(), kind: z.string() }));

/** Invites a named admin, who joins by the link of the email; returns the email address. */
async function addAdmin(name: string): Promise<string> {
  const email = `${name.toLowerCase().replace(' ', '.')}@example.com`;
  await site.admin.expect(inviteAnswer, 'POST', '/api/admin/staff', { email, role: 'admin' });
  const token = await waitFor(async () => {
    const mails = outbox.parse(await (await fetch(`${site.base}/sandbox/outbox.json`)).json());
    const mail = mails.find((each) => each.to === email && each.kind === 'staff-invite');
    return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  });
  const joined = await new StudioClient(site.base).call('POST', '/api/staff/join', { token, name, password });
  expect(joined.status).toBe(200);
  return email;
}

const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Please sign in again' });
const click = (within: Page | Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click();

/** Signs in with the own account, on the page or in the question over it. */
async function signIn(within: Page | Locator, email: string): Promise<void> {
  const own = within.getByRole('button', { name: 'Use my own account' });
  const emailField = within.getByLabel('Email');
  await own.or(emailField).first().waitFor();
  if ((await own.count()) > 0) await own.click();
  await emailField.fill(email);
  await within.getByLabel('Password', { exact: true }).fill(password);
  await click(within, 'Sign in');
}

async function openAccount(name: string, screen: Screen): Promise<{ page: Page; email: string }> {
  const email = await addAdmin(name);
  const page = await visit(site, '/staff/account', { screen, expectedStatuses: [401] });
  await signIn(page, email);
  await page.getByRole('button', { name: 'Change my password' }).waitFor();
  return { page, email };
}

/** Ends the session of the page somewhere else, once no read of it is in flight. */
async function endSession(page: Page): Promise<void> {
  await waitUntilSettled(page);
  const stored = z.object({ token: z.string() });
  const session = await page.evaluate("sessionStorage.getItem('staffSession')");
  const { token } = stored.parse(JSON.parse(z.string().parse(session)));
  const ended = await fetch(`${site.base}/api/staff/session`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(ended.status).toBe(200);
}

/** Expects the sign-in over the form, whose fields keep what was typed, and signs in as the same person. */
async function signInAgain(page: Page, email: string, fields: readonly (readonly [Locator, string])[]) {
  // The form of the account comes first: the shared password would be another person’s.
  await question(page).getByLabel('Email').waitFor();
  for (const [field, value] of fields) expect(await field.inputValue()).toBe(value);
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await signIn(question(page), email);
}

it('the form of the own password goes on after the session has ended under it, on a phone', async () => {
  const { page, email } = await openAccount('Ada Ebb', 'phone');
  await click(page, 'Change my password');
  const dialog = page.getByRole('dialog', { name: 'Change my password', includeHidden: true });
  const current = dialog.getByLabel('Current password');
  const next = dialog.getByLabel('New password');
  await current.fill(password);
  await next.fill('driftwood-terrace');
  await endSession(page);
  await click(dialog, 'Change password');
  await question(page).getByText('What was typed is still here').waitFor();
  await takeScreenshot(page, 'ended-account-session-password', 'phone');
  await signInAgain(page, email, [
    [current, password],
    [next, 'driftwood-terrace'],
  ]);
  await waitForToast(page, 'Password changed');
  const body = { email, password: 'driftwood-terrace' };
  expect((await new StudioClient(site.base).call('POST', '/api/staff/session', body)).status).toBe(200);
});

it('the set-up of two-step sign-in goes on after the session has ended under each step, on a desktop', async () => {
  const { page, email } = await openAccount('Ina Flow', 'desktop');
  await click(page, 'Set up two-step sign-in');
  const own = page
    .getByRole('form', { name: 'Set up two-step sign-in', includeHidden: true })
    .getByLabel('Your password');
  await own.fill(password);
  await endSession(page);
  await click(page, 'Continue');
  await signInAgain(page, email, [[own, password]]);

  // The key of the app stays the one that was scanned.
  const key = page.getByText(/^([A-Z2-7]{4} ?){8}$/);
  await key.waitFor();
  const secret = (await key.textContent()) ?? '';
  const code = page
    .getByRole('form', { name: 'Connect your app', includeHidden: true })
    .getByLabel('Code from your app');
  // The next one, which is valid longest: the sign-in comes before it is sent.
  const typed = createAuthenticator(secret.replaceAll(' ', '')).code(1);
  await code.fill(typed);
  await endSession(page);
  await click(page, 'Switch on two-step sign-in');
  await takeScreenshot(page, 'ended-account-session-second-factor', 'desktop');
  await signInAgain(page, email, [[code, typed]]);
  await page.getByRole('heading', { name: 'Your recovery codes', exact: true }).waitFor();
  await click(page, 'I have stored them');
  await page.getByText('10 recovery codes left.').waitFor();
});
