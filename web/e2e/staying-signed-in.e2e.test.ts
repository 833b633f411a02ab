import { secondsInDay } from 'date-fns/constants';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
