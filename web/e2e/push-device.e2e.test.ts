import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPushDevice, type PushDevice } from '#tools/testing/push-device.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site, toEmail } from './site.fixture.ts';
import {
  header,
  takeScreenshot,
  visit,
  waitForOwnEntry,
  waitForToast,
  waitUntilResolved,
  waitUntilSettled,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const deviceSwitch = (page: Page) => page.getByRole('switch', { name: 'Notify me on this device' });

/** Subscribes at the sandbox's push service, because a headless browser has none of its own. */
const standInForPushService = (page: Page, { subscription }: PushDevice) =>
  page.addInitScript(`{
    const subscription = {
      endpoint: ${JSON.stringify(subscription.endpoint)},
      toJSON: () => (${JSON.stringify(subscription)}),
      unsubscribe: async () => (sessionStorage.removeItem('subscribed'), true),
    };
    PushManager.prototype.getSubscription = async () => sessionStorage.getItem('subscribed') ? subscription : null;
    PushManager.prototype.subscribe = async () => (sessionStorage.setItem('subscribed', 'yes'), subscription);
    Object.defineProperty(Notification, 'permission', { get: () => sessionStorage.getItem('asked') ?? 'default' });
    Notification.requestPermission = async () => (sessionStorage.setItem('asked', 'granted'), 'granted');
  }`);

describe.each(['phone', 'desktop'] as const)('push messages on a %s', (screen) => {
  it('are turned on, sent to the browser, and turned off at sign-out', async () => {
    const member = await site.addMember(`Pia Push ${screen}`, 1);
    const device = createPushDevice(site.base);
    const page = await visit(site, '/class-levels', { as: member, screen, hasWorker: true });
    await page.context().grantPermissions(['notifications']);
    await standInForPushService(page, device);
    await page.goto('/account#notifications');
    await deviceSwitch(page).waitFor();
    expect(await deviceSwitch(page).isChecked()).toBe(false);
    await deviceSwitch(page).click();
    await waitFor(() => deviceSwitch(page).isChecked());
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'push-device', screen);

    const soon = await site.addClass('15:00');
    const bookingId = await bookClass(member, soon);
    await site.moveClock({ now: `${await site.dayIn(1)}T13:30:00.000Z` });
    const message = await waitFor(async () => (await device.readMessages())[0]);
    expect(message.url).toBe(`/my-classes?booking=${bookingId}`);
    const opener = screen === 'phone' ? 'Menu' : /^Account of/;
    await header(page).getByRole('button', { name: opener }).click();
    await header(page).getByRole('button', { name: 'Sign Out' }).click();
    await waitUntilResolved(page, `sessionStorage.getItem('subscribed') === null`);
  });

  it('show how to allow them, and where the browser has none', async () => {
    const member = await site.addMember(`Bo Blocked ${screen}`);
    const blocked = await visit(site, '/class-levels', { as: member, screen });
    await blocked.addInitScript(`Object.defineProperty(Notification, 'permission', { get: () => 'denied' })`);
    await blocked.goto('/account');
    await blocked.getByText('This browser blocks notifications of this site.').waitFor();
    await takeScreenshot(blocked, 'push-denied', screen);
    const older = await visit(site, '/class-levels', { as: member, screen });
    await older.addInitScript('delete window.PushManager');
    await older.goto('/account');
    await older.getByText('This browser has no push messages.').waitFor();
    const apple = await visit(site, '/class-levels', { as: member, screen });
    await apple.addInitScript(
      `delete window.PushManager; Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' })`,
    );
    await apple.goto('/account');
    await apple.getByText('add this site to your home screen first').waitFor();
    expect(await findViolations(apple)).toEqual([]);
  });
});

it('end for the member before when another one signs in with the same browser', async () => {
  const [first, second] = ['Vera Before', 'Nia Next'];
  const device = createPushDevice(site.base);
  const page = await visit(site, '/class-levels', { as: await site.addMember(first), hasWorker: true });
  await site.addMember(second);
  await page.context().grantPermissions(['notifications']);
  await standInForPushService(page, device);
  await page.goto('/account#notifications');
  await deviceSwitch(page).click();
  await waitFor(() => deviceSwitch(page).isChecked());
  // The session ended without a sign-out in this browser.
  await page.evaluate("localStorage.removeItem('authToken')");
  await page.goto('/class-levels');
  await header(page).getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.getByLabel('Email').fill(toEmail(second));
  await dialog.getByLabel('Password', { exact: true }).fill('seaside-7');
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await waitUntilResolved(page, `sessionStorage.getItem('subscribed') === null`);
  await waitForOwnEntry(page);
  await page.goto('/account#notifications');
  await deviceSwitch(page).waitFor();
  expect(await deviceSwitch(page).isChecked()).toBe(false);
});

it('stays off with a message when the browser cannot subscribe', async () => {
  const page = await visit(site, '/class-levels', {
    as: await site.addMember('Fay Failing'),
    hasWorker: true,
  });
  await page.addInitScript(
    `Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Notification.requestPermission = async () => 'granted';
    PushManager.prototype.subscribe = async () => { throw new DOMException('no service', 'AbortError') }`,
  );
  await page.goto('/account');
  await deviceSwitch(page).click();
  await waitForToast(page, 'Not Changed');
  expect(await deviceSwitch(page).isChecked()).toBe(false);
});

it('the link of a reminder leads to its booking after signing in', async () => {
  const name = 'Lia Later';
  const member = await site.addMember(name, 1);
  const booked = await site.addClass('17:00');
  const bookingId = await bookClass(member, booked);
  const page = await visit(site, `/my-classes?booking=${bookingId}&do=cancel`, { screen: 'phone' });
  await page.getByText('Please sign in to see your class.').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog');
  const toSignIn = dialog.getByRole('button', { name: /^Sign in/i });
  await toSignIn.first().click();
  await dialog.getByLabel('Email').fill(toEmail(name));
  await dialog.getByLabel('Password', { exact: true }).fill('seaside-7');
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('dialog', { name: 'Cancel this class?' }).waitFor();
});
