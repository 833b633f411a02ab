import { secondsInDay } from 'date-fns/constants';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadSandboxSecrets } from '#infra/config/sandbox-secrets.ts';
import { tokenAnswer } from '#services/contract/auth.ts';
import { readTokenPayload, signToken } from '#tools/testing/session-tokens.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site, toEmail } from './site.fixture.ts';
import {
  header,
  type Screen,
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

const readToken = (page: Page) => page.evaluate<string | null>("localStorage.getItem('authToken')");

/** The token that the session had some days ago. */
function signEarlierToken(token: string, days: number): string {
  const { sid, iat, exp } = readTokenPayload(token);
  const early = days * secondsInDay;
  return signToken(loadSandboxSecrets(site.dataDir).jwtSecret, { sid, iat: iat - early, exp: exp - early });
}

describe.each<Screen>(['phone', 'desktop'])('on a %s', (screen) => {
  it('a member who stays signed in gets a new token with a visit, and keeps the page', async () => {
    const name = `Kay ${screen}`;
    await site.addMember(name);
    const page = await visit(site, '/', { screen });
    if (screen === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
    await header(page).getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Welcome back' });
    await dialog.getByLabel('Email').fill(toEmail(name));
    await dialog.getByLabel('Password', { exact: true }).fill('seaside-7');
    const keep = dialog.getByRole('checkbox', { name: 'Keep me signed in on this device' });
    expect(await keep.isChecked()).toBe(false);
    await keep.check();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'keep-signed-in', screen);
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
    await waitForToast(page, 'Welcome back!');
    const token = (await readToken(page)) ?? '';
    const { iat, exp } = readTokenPayload(token);
    expect(exp - iat).toBe(30 * secondsInDay);

    const earlier = signEarlierToken(token, 3);
    await page.evaluate(`localStorage.setItem('authToken', '${earlier}')`);
    await waitForOwnEntry(page);
    await page.goto('/account');
    await page.getByLabel('Name', { exact: true }).fill('Kay Renewed');
    await waitFor(async () => (await readToken(page)) !== earlier, { what: 'a renewed token' });
    const renewed = readTokenPayload((await readToken(page)) ?? '');
    expect(renewed.sid).toBe(readTokenPayload(token).sid);
    expect(renewed.exp).toBeGreaterThanOrEqual(exp);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Kay Renewed');
  });

  it('a member sees where they are signed in, and signs out another device', async () => {
    const name = `Dee ${screen}`;
    const member = await site.addMember(name);
    const body = { email: toEmail(name), password: 'seaside-7', keepSignedIn: true };
    const { token } = await member.expect(tokenAnswer, 'POST', '/api/auth/signin', body);
    const elsewhere = await visit(site, '/account', {
      as: new StudioClient(site.base, token),
      expectedStatuses: [401],
    });
    await elsewhere.getByRole('region', { name: 'Profile' }).waitFor();

    const page = await visit(site, '/account', { screen, as: member });
    const devices = page.getByRole('region', { name: 'Devices' });
    const rows = devices.getByRole('listitem');
    await devices.getByText('(this device)').waitFor();
    expect(await rows.count()).toBe(2);
    expect(await rows.filter({ hasText: 'Stays signed in.' }).count()).toBe(1);
    expect(await findViolations(page)).toEqual([]);
    await devices.scrollIntoViewIfNeeded();
    await takeScreenshot(page, 'devices', screen);
    const other = devices.getByRole('button', { name: /^Sign out .+, signed in/ });
    await tabTo(page, other);
    await page.keyboard.press('Enter');
    await waitForToast(page, 'Signed Out There');
    await waitFor(async () => (await rows.count()) === 1);
    await waitForFocus(page, devices.getByRole('heading', { name: 'Devices' }));
    await elsewhere.getByText('Please sign in to see your account.').waitFor();
    await devices.getByRole('button', { name: 'Sign out on this device' }).click();
    await page.getByText('Please sign in to see your account.').waitFor();
  });
});

const outbox = z.array(z.object({ text: z.string().default(''), kind: z.string() }));

/** Waits for that many emails with a code, and returns the newest. */
const waitForCodes = (email: string, count: number): Promise<string> =>
  waitFor(
    async () => {
      const answer = await fetch(`${site.base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`);
      const mails = outbox.parse(await answer.json()).filter(({ kind }) => kind === 'sign-in-code');
      return mails.length === count
        ? mails.map(({ text }) => text).find((text) => text.includes('/sign-in?token='))
        : undefined;
    },
    { what: 'an email with a code' },
  );

describe.each<Screen>(['phone', 'desktop'])('without the password, on a %s,', (screen) => {
  it('a member signs in with a code by email', async () => {
    const name = `Cody ${screen}`;
    await site.addMember(name);
    const page = await visit(site, '/', { screen, expectedStatuses: [400] });
    if (screen === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
    await header(page).getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Welcome back' });
    await dialog.getByLabel('Email').fill(toEmail(name));
    await takeScreenshot(page, 'sign-in', screen);
    await tabTo(page, dialog.getByRole('button', { name: 'Email me a code instead' }));
    await page.keyboard.press('Enter');
    await waitForFocus(page, dialog.getByLabel('Email'));
    expect(await dialog.getByLabel('Email').inputValue()).toBe(toEmail(name));
    await page.keyboard.press('Enter');
    const field = dialog.getByLabel('Code from the email');
    await waitForFocus(page, field);
    expect(await findViolations(page)).toEqual([]);
    await field.fill('12');
    await page.keyboard.press('Enter');
    await dialog.getByText('Please enter the 6 digits of the email').waitFor();
    const code = /\b(\d{6}) is your code/.exec(await waitForCodes(toEmail(name), 1))?.[1] ?? '';
    await field.fill(code === '000000' ? '000001' : '000000');
    await page.keyboard.press('Enter');
    await dialog.getByText('This code is not right').waitFor();
    await takeScreenshot(page, 'sign-in-code', screen);
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.keyboard.press('Enter');
    await waitForToast(page, 'Welcome back!');
    expect(await readToken(page)).not.toBeNull();
  });

  it('a member signs in with the link of the email by a press, once', async () => {
    const name = `Lena ${screen}`;
    const member = await site.addMember(name);
    expect((await member.call('POST', '/api/auth/email-code', { email: toEmail(name) })).status).toBe(200);
    const link = /\/sign-in\?token=\S+/.exec(await waitForCodes(toEmail(name), 1))?.[0] ?? '';
    const page = await visit(site, link, { screen, expectedStatuses: [400] });
    await page.getByRole('button', { name: 'Sign me in' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'sign-in-link', screen);
    // Reading the page, as mail scanners do, uses nothing up.
    await page.goto(link);
    await page.getByRole('checkbox', { name: 'Keep me signed in on this device' }).check();
    await page.getByRole('button', { name: 'Sign me in' }).click();
    await waitForToast(page, 'Welcome back!');
    await page.waitForURL(`${site.base}/`);
    const { iat, exp } = readTokenPayload((await readToken(page)) ?? '');
    expect(exp - iat).toBe(30 * secondsInDay);
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign me in' }).click();
    await page.getByText("This link can't be used").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('dialog', { name: 'Welcome back' }).waitFor();
  });
});
