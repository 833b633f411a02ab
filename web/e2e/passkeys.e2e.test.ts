import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site, toEmail } from './site.fixture.ts';
import {
  findClass,
  header,
  payWith,
  type Screen,
  tabTo,
  takeScreenshot,
  visit,
  waitForFocus,
  waitForOwnEntry,
  waitForToast,
} from './visit.fixture.ts';

/** Under a name, because passkeys are not for bare addresses. */
let site: Site;
beforeAll(async () => {
  const opened = await openSite();
  site = { ...opened, base: opened.base.replace('127.0.0.1', 'localhost') };
});
afterAll(() => site?.close());

/** Gives the page's device a lock, whose owner agrees to every question immediately. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

const passkeyQuestion = '**/api/auth/passkey/options';
const section = (page: Page, name: string) => page.getByRole('region', { name });
const hasToken = (page: Page) => page.evaluate<boolean>("localStorage.getItem('authToken') !== null");

/** Signs out on My Account, and opens the dialog there. */
async function openSignIn(page: Page): Promise<void> {
  await section(page, 'Devices').getByRole('button', { name: 'Sign out on this device' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
}

describe.each<Screen>(['phone', 'desktop'])('on a %s', (screen) => {
  it('a passkey is offered after a booking, signs in by autofill, and opens nothing once it is removed', async () => {
    const booked = await site.addClass(screen === 'phone' ? '09:00' : '10:00');
    const member = await site.addMember(`Petra ${screen}`, 1);
    const page = await visit(site, '/my-classes', { as: member, screen, expectedStatuses: [400] });
    await addAuthenticator(page);
    await page.getByText('Nothing booked yet').waitFor();
    const offer = section(page, 'No password next time?');
    expect(await offer.count()).toBe(0);
    await bookClass(member, booked);
    await page.goto('/my-classes');
    await offer.scrollIntoViewIfNeeded();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'passkey-offer', screen);
    await tabTo(page, offer.getByRole('button', { name: 'Add a passkey' }));
    await page.keyboard.press('Enter');
    await waitForToast(page, 'Passkey Added');
    await offer.waitFor({ state: 'detached' });
    const email = toEmail(`Petra ${screen}`);
    await waitFor(
      async () =>
        (
          await (await fetch(`${site.base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`)).text()
        ).includes('A passkey was added'),
      { what: 'an email about the passkey' },
    );

    await page.goto('/account');
    const passkeys = section(page, 'Passkeys');
    await passkeys.getByText('Not used yet.').waitFor();
    await openSignIn(page);
    await waitForToast(page, 'Welcome back!');
    await passkeys.getByText('Last used').waitFor();
    await waitForOwnEntry(page);
    expect(await findViolations(page)).toEqual([]);
    await passkeys.scrollIntoViewIfNeeded();
    await takeScreenshot(page, 'passkeys', screen);

    await tabTo(page, passkeys.getByRole('button', { name: /^Remove the passkey/ }));
    await page.keyboard.press('Enter');
    await waitForToast(page, 'Passkey Removed');
    await passkeys.getByText('You have none yet.').waitFor();
    await waitForFocus(page, passkeys.getByRole('heading', { name: 'Passkeys' }));
    await openSignIn(page);
    const dialog = page.getByRole('dialog', { name: 'Welcome back' });
    await dialog.getByText('This passkey opens nothing here any more.').waitFor();
    expect(await hasToken(page)).toBe(false);
  });

  it('the button of the dialog asks for a passkey, and a declined offer does not come back', async () => {
    const booked = await site.addClass(screen === 'phone' ? '11:00' : '12:00');
    const member = await site.addMember(`Quinn ${screen}`, 1);
    await bookClass(member, booked);
    const page = await visit(site, '/account', { as: member, screen });
    const { cdp, authenticatorId } = await addAuthenticator(page);
    const agree = (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    await page.goto('/my-classes');
    const offer = section(page, 'No password next time?');
    await offer.getByRole('button', { name: 'Not now' }).click();
    await offer.waitFor({ state: 'detached' });
    await page.reload();
    await section(page, 'Upcoming').getByRole('article').waitFor();
    await page.mouse.move(50, 50);
    expect(await offer.count()).toBe(0);

    await page.goto('/account');
    await section(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
    await waitForToast(page, 'Passkey Added');
    await section(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
    await waitForToast(page, 'Already There');
    await agree(false);
    const offered = page.waitForResponse(passkeyQuestion);
    await openSignIn(page);
    await offered;
    const dialog = page.getByRole('dialog', { name: 'Welcome back' });
    await dialog.getByRole('checkbox', { name: 'Keep me signed in on this device' }).check();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'sign-in-with-passkey', screen);
    // A question that reaches the device while its owner does not agree stays open for good.
    await page.route(passkeyQuestion, async (route) => {
      await agree(true);
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await waitForToast(page, 'Welcome back!');
    await section(page, 'Devices').getByText('Stays signed in.').waitFor();
    if (screen === 'desktop') await header(page).getByText('QD', { exact: true }).waitFor();
  });

  it('a passkey is offered where a pass was bought and a class booked', async () => {
    const scheduled = await site.addClass(screen === 'phone' ? '13:00' : '14:00', { days: 3 });
    const page = await visit(site, '/', { as: await site.addMember(`Bea ${screen}`), screen });
    await addAuthenticator(page);
    const card = await findClass(page, scheduled);
    await card.getByRole('button', { name: 'Buy a pass and book' }).click();
    await payWith(page, '4242424242424242');
    const dialog = page.getByRole('dialog', { name: 'Booked' });
    const add = dialog.getByRole('button', { name: 'Add a passkey' });
    await add.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'passkey-offer-booked', screen);
    await add.click();
    await waitForToast(page, 'Passkey Added');
    await add.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Done' }).click();
  });
});
