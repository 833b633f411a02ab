import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site, toEmail } from './site.fixture.ts';
import {
  header,
  pressEscape,
  type Screen,
  takeScreenshot,
  visit,
  waitForBadge,
  waitForOwnEntry,
  waitForToast,
  waitUntilSettled,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const outbox = z.array(z.object({ text: z.string().default(''), kind: z.string() }));

/** Waits for the email with the reset link and returns the link's path. */
const waitForResetLink = (email: string): Promise<string> =>
  waitFor(
    async () => {
      const answer = await fetch(`${site.base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`);
      const mail = outbox.parse(await answer.json()).find(({ kind }) => kind === 'password-reset');
      return /\/reset-password\?token=\S+/.exec(mail?.text ?? '')?.[0];
    },
    { what: 'an email with a reset link' },
  );

const section = (page: Page, name: string): Locator => page.getByRole('region', { name });

async function signIn(page: Page, email: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Welcome back' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function typeNewPassword(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(confirmation);
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

describe('a forgotten password', () => {
  it('is replaced by the link of an email, which ends the other sessions', async () => {
    const name = 'Fern Forgets';
    const elsewhere = await visit(site, '/account', {
      as: await site.addMember(name),
      expectedStatuses: [401],
    });
    await section(elsewhere, 'Profile').waitFor();

    const page = await visit(site, '/', { screen: 'phone' });
    await page.getByRole('button', { name: 'Menu' }).click();
    await header(page).getByRole('button', { name: 'Sign In', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.getByRole('button', { name: /forgot/i }).click();
    await dialog.getByLabel('Email').fill(toEmail(name));
    await dialog.getByRole('button', { name: 'Send reset link' }).click();
    expect(await waitForToast(page, 'Reset email sent')).toContain('If an account exists with this email');
    await page.getByRole('dialog', { name: 'Welcome back' }).waitFor();

    await page.goto(await waitForResetLink(toEmail(name)));
    await takeScreenshot(page, 'reset-password', 'phone');
    expect(await findViolations(page)).toEqual([]);
    await typeNewPassword(page, 'short');
    await page.getByText('Password must be at least 6 characters').first().waitFor();
    await typeNewPassword(page, 'driftwood-8', 'driftwood-9');
    await page.getByText("Passwords don't match").waitFor();
    // The sentence appears while typing; the focus shows that the submit was refused as well.
    await page.getByLabel('Confirm new password').and(page.locator(':focus')).waitFor();
    await typeNewPassword(page, 'driftwood-8');
    expect(await waitForToast(page, 'Password Reset Successfully')).toContain('You can now sign in');
    await signIn(page, toEmail(name), 'driftwood-8');
    await waitForToast(page, 'Welcome back!');

    await elsewhere.getByText('Please sign in to see your account.').waitFor();
  });

  it('redirects a link without a token to the home page, and offers a new link for an invalid token', async () => {
    const page = await visit(site, '/reset-password', { expectedStatuses: [400] });
    expect(await waitForToast(page, 'Invalid Reset Link')).toContain(
      'The password reset link is invalid or expired.',
    );
    await page.waitForURL(`${site.base}/`);
    await page.goto('/reset-password?token=made-up-by-someone');
    await typeNewPassword(page, 'driftwood-8');
    expect(await waitForToast(page, 'Reset Failed')).toContain(
      'The password reset link is invalid or expired.',
    );
    await page.getByRole('button', { name: 'Send me a new link' }).click();
    await pressEscape(page.getByRole('dialog', { name: 'Reset your password' }));
    await waitForOwnEntry(page);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.waitForURL(`${site.base}/`);
  });
});

describe.each<Screen>(['phone', 'desktop'])('the account on a %s', (screen) => {
  it('has no accessibility violations, and shows saved changes after a reload', async () => {
    const name = `Ivy ${screen}`;
    const page = await visit(site, '/account', {
      screen,
      as: await site.addMember(name),
      expectedStatuses: [400],
    });
    await section(page, 'Profile').waitFor();
    await takeScreenshot(page, 'account', screen, true);
    expect(await findViolations(page)).toEqual([]);

    const profile = section(page, 'Profile');
    expect(await profile.getByRole('button', { name: 'Save profile' }).isDisabled()).toBe(true);
    await profile.getByLabel('Name').fill('I');
    await profile.getByRole('button', { name: 'Save profile' }).click();
    await profile.getByText('Name must be at least 2 characters').waitFor();
    await profile.getByLabel('Name').fill('Ivy Renamed');
    await profile.getByLabel('Date of birth').fill('2024-01-01');
    await profile.getByRole('button', { name: 'Save profile' }).click();
    await profile.getByText('You must be at least 16').waitFor();
    await profile.getByLabel('Date of birth').fill('1990-05-12');
    await profile.getByRole('button', { name: 'Save profile' }).click();
    await waitForToast(page, 'Saved');

    const health = section(page, 'Health and safety');
    await health.getByLabel('I have an injury, or had one recently').check();
    await health.getByLabel('What should we know about it?').fill('Left knee');
    const consent = health.getByLabel('I agree that the studio keeps these health answers');
    if ((await consent.count()) > 0) await consent.check();
    await health.getByRole('button', { name: 'Save health answers' }).click();
    await page.getByText('Your instructor will know').waitFor();

    const password = section(page, 'Password');
    await password.getByLabel('Current password').fill('not-it');
    await password.getByLabel('New password').fill('driftwood-8');
    await password.getByRole('button', { name: 'Change password' }).click();
    await password.getByText('This is not your password.').waitFor();
    await password.getByLabel('Current password').fill('seaside-7');
    await password.getByRole('button', { name: 'Change password' }).click();
    await waitForToast(page, 'Password Changed');

    await page.reload();
    await waitUntilSettled(page);
    expect(await profile.getByLabel('Name').inputValue()).toBe('Ivy Renamed');
    expect(await profile.getByLabel('Date of birth').inputValue()).toBe('1990-05-12');
    expect(await health.getByLabel('What should we know about it?').inputValue()).toBe('Left knee');
    await takeScreenshot(page, 'account-filled', screen, true);
  });

  it('is deleted after a dialog names the losses, and its email address can sign up again', async () => {
    const name = `Dora ${screen}`;
    const member = await site.addMember(name, 1);
    const booked = await site.addClass(screen === 'phone' ? '08:00' : '08:30');
    await member.call('POST', '/api/bookings', { classId: booked.id });
    const page = await visit(site, '/account', { screen, as: member, expectedStatuses: [400, 401] });
    await section(page, 'Delete my account').getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByText('1 class to come is cancelled.').waitFor();
    await dialog.getByText('4 passes are lost and not refunded.').waitFor();
    await takeScreenshot(page, 'delete-account', screen);
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByLabel('Your password').fill('not-it');
    await dialog.getByRole('button', { name: 'Delete My Account' }).click();
    await dialog.getByText('This is not your password.').waitFor();
    await dialog.getByLabel('Your password').fill('seaside-7');
    await dialog.getByRole('button', { name: 'Delete My Account' }).click();
    await waitForToast(page, 'Account Deleted');
    await page.waitForURL(`${site.base}/`);

    const again = await new StudioClient(site.base).signUp(toEmail(name), 'Dora Again');
    const next = await visit(site, '/my-classes', { screen, as: again });
    await waitForBadge(next, 'Passes 0');
  });
});

/** Waits for the email with a link to this page and returns the link's path. */
const waitForLink = (to: string, path: string) =>
  waitFor(
    async () => {
      const answer = await fetch(`${site.base}/sandbox/outbox.json?to=${encodeURIComponent(to)}`);
      const mails = z.array(z.object({ text: z.string().nullish() })).parse(await answer.json());
      return mails
        .map(({ text }) => /https?:\/\/[^/\s]+(\/[\w-]+\?token=[\w-]+)/.exec(text ?? '')?.[1])
        .filter((link) => link?.startsWith(path))
        .find(Boolean);
    },
    { what: `the link to ${to}` },
  );

describe.each<Screen>(['phone', 'desktop'])('a new email address on a %s', (screen) => {
  it('requires the password, and is confirmed by a link that is sent to it', async () => {
    const member = await site.addMember(`Em Ail ${screen}`);
    const next = `em.new.${screen}@example.com`;
    const page = await visit(site, '/account', { screen, as: member, expectedStatuses: [400, 401] });
    // The dialog must not submit the profile form around it.
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
    });
    await section(page, 'Profile').getByLabel('Name').fill('Not yet');
    await section(page, 'Profile').getByRole('button', { name: 'Change email' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change your email' });
    await dialog.getByLabel('New email').fill('not an address');
    await dialog.getByLabel('Your password').fill('not-it');
    await dialog.getByRole('button', { name: 'Send the link' }).click();
    await dialog.getByText('Please enter a valid email address').waitFor();
    await dialog.getByLabel('New email').fill(next);
    await dialog.getByRole('button', { name: 'Send the link' }).click();
    await dialog.getByText('This is not your password.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'change-email', screen);
    await dialog.getByLabel('Your password').fill('seaside-7');
    await dialog.getByRole('button', { name: 'Send the link' }).click();
    expect(await waitForToast(page, 'Check your inbox')).toContain(next);
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toEqual(['/api/user/email', '/api/user/email']);
    // The link works without a session, and ends the one that is open elsewhere.
    const link = await waitForLink(next, '/confirm-email');
    const elsewhere = await visit(site, link, { screen, expectedStatuses: [400] });
    await elsewhere.getByRole('button', { name: 'Confirm this address' }).waitFor();
    await waitUntilSettled(elsewhere);
    expect(await findViolations(elsewhere)).toEqual([]);
    await takeScreenshot(elsewhere, 'confirm-email', screen);
    await elsewhere.getByRole('button', { name: 'Confirm this address' }).click();
    await elsewhere.getByText('Your email address is changed').waitFor();
    await elsewhere.reload();
    await elsewhere.getByRole('button', { name: 'Confirm this address' }).click();
    await elsewhere.getByText("This link can't be used").waitFor();
    await page.reload();
    await page.getByText('Please sign in to see your account.').waitFor();
  });

  it('is stopped by the link to the current one, which leads on to another password', async () => {
    const name = `Stop It ${screen}`;
    const member = await site.addMember(name);
    await member.call('POST', '/api/user/email', {
      newEmail: `stop.${screen}@example.com`,
      currentPassword: 'seaside-7',
    });
    const link = await waitForLink(toEmail(name), '/cancel-email-change');
    const page = await visit(site, link, { screen, as: member, expectedStatuses: [400, 401] });
    await page.getByRole('button', { name: 'Stop the change' }).waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'cancel-email-change', screen);
    await page.getByRole('button', { name: 'Stop the change' }).click();
    await page.getByText('Your email address stays as it is').waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'cancel-email-change-done', screen);
    await page.getByRole('button', { name: 'Choose a new password' }).click();
    await page.getByRole('dialog', { name: 'Reset your password' }).waitFor();
  });
});

describe('the account’s data and sessions', () => {
  it('are downloaded as one JSON file', async () => {
    const page = await visit(site, '/account', { as: await site.addMember('Exa File', 1) });
    const waiting = page.waitForEvent('download');
    await section(page, 'Your data').getByRole('button', { name: 'Download my data' }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toMatch(/^my-studio-data-\d{4}-\d\d-\d\d\.json$/);
    const shape = z.object({
      profile: z.object({ name: z.string() }),
      passes: z.array(z.object({ passName: z.string() })),
    });
    expect(shape.parse(JSON.parse(await readFile(await download.path(), 'utf8')))).toEqual({
      profile: { name: 'Exa File' },
      passes: [{ passName: '5 Class Pass' }],
    });
  });

  it('end on every device when one signs out everywhere', async () => {
    const member = await site.addMember('Sol Everywhere');
    const otherDevice = await visit(site, '/account', { as: member, expectedStatuses: [401] });
    await section(otherDevice, 'Profile').waitFor();
    const page = await visit(site, '/account', { as: member, expectedStatuses: [401] });
    await section(page, 'Devices').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page
      .getByRole('dialog', { name: 'Sign out everywhere?' })
      .getByRole('button', { name: 'Sign Out Everywhere' })
      .click();
    await waitForToast(page, 'Signed Out Everywhere');
    await header(page).getByRole('button', { name: 'Sign In' }).waitFor();
    await otherDevice.getByText('Please sign in to see your account.').waitFor();
    expect(await otherDevice.evaluate('localStorage.getItem("authToken")')).toBeNull();
  });
});
