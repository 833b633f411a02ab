import pg from 'pg';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { readDatabaseUrl } from '#tools/testing/studio-damage.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import {
  header,
  takeScreenshot,
  visit,
  waitForFocus,
  waitForToast,
  waitUntilSettled,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ RATE_LIMITS: 'on' });
  // An instructor without classes has no tab in the Instructor Dashboard.
  await site.addClass('10:00');
});
afterAll(() => site?.close());
beforeEach(ageAttempts);

const passwordField = (page: Page): Locator => page.getByLabel('Password', { exact: true });
const submitPassword = async (page: Page, password: string) => {
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Access Dashboard' }).click();
};
const gate = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
const schedule = (page: Page) => page.getByRole('heading', { name: 'Add New Class' });
const logOut = (page: Page) => header(page).getByRole('button', { name: 'Log Out' }).click();

async function signIn(page: Page, email: string, password: string): Promise<void> {
  const own = page.getByRole('button', { name: 'Use my own account' });
  // Only the gate has either button: the dashboard under it may be shown until its session is refused.
  await own.or(page.getByRole('button', { name: 'Use the shared password' })).waitFor();
  if ((await own.count()) > 0) await own.click();
  await page.getByLabel('Email').fill(email);
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

it.each(['phone', 'desktop'] as const)(
  'each gate opens with the password of its role, on a %s',
  async (screen) => {
    const page = await visit(site, '/admin', { screen, expectedStatuses: [401] });
    await gate(page, 'Admin Dashboard').waitFor();
    expect(await page.getByRole('button', { name: 'Access Dashboard' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Log Out' }).count()).toBe(0);
    await submitPassword(page, 'let me in');
    await page.getByText('Incorrect password', { exact: true }).waitFor();
    expect(await passwordField(page).inputValue()).toBe('');
    await waitForFocus(page, passwordField(page));
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'staff-gate', screen);

    await submitPassword(page, 'admin-sandbox');
    await schedule(page).waitFor();
    await page.reload();
    await schedule(page).waitFor();
    // An admin may open the Instructor Dashboard; logging out closes both.
    await page.goto('/classes');
    await page.getByRole('link', { name: 'Marina Hale' }).waitFor();
    await logOut(page);
    await gate(page, 'Instructor Dashboard').waitFor();
    await submitPassword(page, 'instructor-sandbox');
    await page.getByRole('link', { name: 'Marina Hale' }).waitFor();
    // An instructor may not open the Admin Dashboard.
    await page.goto('/admin');
    await page.getByText('You are signed in as an instructor').waitFor();
    await page.getByRole('button', { name: 'Use my own account' }).click();
    await page.getByLabel('Email').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'staff-gate-own', screen);
  },
);

/** Reads the path of the link to a new password from the email to an address. */
const waitForResetLink = (email: string) =>
  waitFor(async () => {
    const answer = await fetch(`${site.base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`);
    const mail = outbox.parse(await answer.json()).find(({ kind }) => kind === 'staff-password-reset');
    return /\/staff\/reset-password\?token=\S+/.exec(mail?.text ?? '')?.[0];
  });

const outbox = z.array(z.object({ to: z.string(), text: z.string(), kind: z.string() }));
const readInvitations = async (email: string) =>
  outbox
    .parse(await (await fetch(`${site.base}/sandbox/outbox.json`)).json())
    .filter(({ to, kind }) => to === email && kind === 'staff-invite');

/** Waits for that many invitations and returns the path of the link, which they share. */
async function waitForLink(email: string, count: number): Promise<string> {
  await waitFor(async () => (await readInvitations(email)).length === count);
  const links = (await readInvitations(email)).flatMap(
    ({ text }) => /\/staff\/join\?token=\S+/.exec(text) ?? [],
  );
  const link = links[0];
  if (link === undefined) throw new Error('The email has no link');
  return link;
}

/** Follows the link of a forgotten password, from the sign-in of an account, and chooses `password`. */
async function resetPassword(
  page: Page,
  email: string,
  { screen, password }: { screen: 'phone' | 'desktop'; password: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill('no address');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await page.getByText('Please enter a valid email address').waitFor();
  await page.getByLabel('Email').fill(email);
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'staff-forgot-password', screen);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await waitForToast(page, 'Reset email sent');
  await passwordField(page).waitFor();

  await page.goto(await waitForResetLink(email));
  await gate(page, 'Choose a new password').waitFor();
  // The token leaves the address.
  await waitFor(() => !page.url().includes('token'));
  await page.getByLabel('New password', { exact: true }).fill('password1234');
  await page.getByLabel('Confirm new password').fill('password1234');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await page.getByText('Many people use this password').waitFor();
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'staff-reset-password', screen);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(password);
  await page.getByRole('button', { name: 'Save new password' }).click();
  await waitForToast(page, 'Password Reset Successfully');
  await gate(page, 'Admin Dashboard').waitFor();
}

it.each(['desktop', 'phone'] as const)(
  'a person is invited, joins, is named in the log of their work, and is removed, on a %s',
  async (screen) => {
    const email = `ada.lane.${screen}@example.com`;
    const name = `Ada ${screen}`;
    const password = 'seaside-terrace';
    const admin = await visit(site, '/admin?tab=staff', { screen });
    await submitPassword(admin, 'admin-sandbox');
    await admin.getByLabel('Email', { exact: true }).fill(email);
    await admin.getByLabel('Role', { exact: true }).selectOption('admin');
    await admin.getByRole('button', { name: 'Send invitation' }).click();
    await waitForToast(admin, 'Invitation sent');
    await waitForLink(email, 1);
    await admin.getByRole('button', { name: `Send again to ${email}` }).click();
    const link = await waitForLink(email, 2);

    const ada = await visit(site, link, { screen, expectedStatuses: [400, 401] });
    await ada.getByText(email).waitFor();
    await ada.getByLabel('Your name').fill(name);
    await passwordField(ada).fill('too-short');
    await ada.getByLabel('Confirm password').fill(password);
    await ada.getByRole('button', { name: 'Join the team' }).click();
    await ada.getByText('Password must be at least 12 characters').waitFor();
    await passwordField(ada).fill(password);
    expect(await findViolations(ada)).toEqual([]);
    await takeScreenshot(ada, 'staff-join', screen);
    await ada.getByRole('button', { name: 'Join the team' }).click();
    await schedule(ada).waitFor();
    await logOut(ada);
    await signIn(ada, email, 'not-my-password');
    await ada.getByText('Please check your email and password.').waitFor();
    await resetPassword(ada, email, { screen, password });
    await signIn(ada, email.toUpperCase(), password);
    await schedule(ada).waitFor();

    // The invitation names Ada as its sender.
    const colleague = `bea.${screen}@example.com`;
    await ada.goto('/admin?tab=staff');
    await ada.getByLabel('Email', { exact: true }).fill(colleague);
    await ada.getByRole('button', { name: 'Send invitation' }).click();
    await waitForToast(ada, 'Invitation sent');
    const colleagueRow = ada.getByRole('row').filter({ hasText: colleague });
    await colleagueRow.filter({ hasText: name }).waitFor();
    expect(await ada.getByRole('button', { name: `Remove ${name}` }).count()).toBe(0);
    await ada
      .getByRole('row')
      .filter({ hasText: `${name} (you)` })
      .waitFor();

    await admin.reload();
    const signIns = admin.getByRole('table', { name: 'Sign-ins' });
    await signIns.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Wrong password' }).waitFor();
    await signIns
      .getByRole('row')
      .filter({ hasText: name })
      .filter({ hasText: 'Signed in' })
      .first()
      .waitFor();
    await waitUntilSettled(admin);
    expect(await findViolations(admin)).toEqual([]);
    await takeScreenshot(admin, 'admin-staff', screen, true);

    // The new role ends her access to the Admin Dashboard immediately.
    await admin.getByRole('button', { name: `Change role of ${name}` }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByLabel('Role', { exact: true }).selectOption('instructor');
    await dialog.getByRole('button', { name: 'Save role' }).click();
    await waitForToast(admin, 'Role changed');
    await ada.reload();
    await gate(ada, 'Admin Dashboard').waitFor();
    await signIn(ada, email, password);
    await ada.getByText('You are signed in as an instructor').waitFor();
    await ada.goto('/classes');
    await ada.getByRole('link', { name: 'Marina Hale' }).waitFor();
    await header(ada)
      .getByRole('link', { name: `${name}: my account` })
      .click();
    await ada.getByRole('button', { name: 'Change my password' }).click();
    await ada.getByLabel('Current password').fill(password);
    await ada.getByLabel('New password').fill('another-terrace');
    await ada.getByRole('button', { name: 'Change password' }).click();
    await waitForToast(ada, 'Password changed');

    await admin.getByRole('button', { name: `Remove ${name}` }).click();
    await dialog.getByText(`${name} can no longer sign in`).waitFor();
    await takeScreenshot(admin, 'admin-staff-remove', screen);
    await dialog.getByRole('button', { name: 'Remove account' }).click();
    await waitForToast(admin, 'Removed');
    await admin.getByRole('row').filter({ hasText: email }).filter({ hasText: 'Removed' }).waitFor();
    await ada.goto('/classes');
    await gate(ada, 'Instructor Dashboard').waitFor();
    await signIn(ada, email, 'another-terrace');
    await ada.getByText('Please check your email and password.').waitFor();
    // The link works once.
    await ada.goto(link);
    await ada.getByText('This invitation does not work').waitFor();
  },
);

async function queryDatabase(sql: string): Promise<void> {
  const database = new pg.Client({ connectionString: await readDatabaseUrl(site.dataDir) });
  await database.connect();
  await database.query(sql);
  await database.end();
}

/** As if each wrong password were typed fifteen more times. */
const repeatAttempts = () =>
  queryDatabase(`INSERT INTO password_tries (door, client_hash, account_hash, device_id, counts)
    SELECT door, client_hash, account_hash, device_id, counts FROM password_tries, generate_series(1, 15)
    WHERE NOT succeeded`);

/** Moves all attempts 16 minutes back, past the longest delay: it goes by the machine's clock. */
async function ageAttempts(): Promise<void> {
  await queryDatabase("UPDATE password_tries SET at = at - interval '16 minutes'");
}

it('rejects even the right password for a quarter of an hour after too many wrong ones', async () => {
  const page = await visit(site, '/admin', { expectedStatuses: [401, 429] });
  const lockedOut = page.getByText(/^Too many wrong passwords\. Please try again in \d+ minutes?\.$/);
  const wrong = page.getByText('Incorrect password', { exact: true });
  await submitPassword(page, 'guess');
  await wrong.waitFor();
  await repeatAttempts();
  await submitPassword(page, 'admin-sandbox');
  await lockedOut.waitFor();
  await takeScreenshot(page, 'staff-gate-shut', 'desktop');
  await ageAttempts();
  await submitPassword(page, 'admin-sandbox');
  await schedule(page).waitFor();
});
