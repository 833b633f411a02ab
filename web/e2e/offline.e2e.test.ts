import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { untilTrue } from '#tools/testing/until-true.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import { openWithStaffSession } from './staff.fixture.ts';
import { startStreamProxy } from './stream-proxy.fixture.ts';
import {
  findClass,
  header,
  tabTo,
  takeScreenshot,
  visit,
  waitForOwnEntry,
  waitForToast,
  waitForWorker,
  waitUntilResolved,
  waitUntilSettled,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

/** Waits until the worker has stored this answer. */
const waitForStored = (page: Page, path: string) =>
  waitUntilResolved(
    page,
    `caches.open('personal').then((cache) => cache.keys()).then((keys) => keys.some(({ url }) => new URL(url).pathname === '${path}'))`,
  );

/** The sessions whose answers are stored. */
const sessions = `caches.open('personal').then((cache) => cache.keys()).then((keys) => [...new Set(keys.map(({ url }) => new URL(url).searchParams.get('session')))])`;

/** What a browser logs of a page without a net, or of one that waits so long for it that it uses a preload late. */
const offlineMessages =
  /Could not load|not used because|not used within a few seconds|ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

const stored = `caches.open('personal').then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => new URL(url).pathname).sort())`;

describe.each(['phone', 'desktop'] as const)('without a net, on a %s,', (screen) => {
  it('My Classes and My Passes open with their age, and a booking is refused', async () => {
    const booked = await site.addClass(screen === 'phone' ? '09:00' : '10:00');
    const member = await site.addMember(`Olga Offline ${screen}`, 1);
    await bookClass(member, booked);
    const page = await visit(site, '/my-passes', {
      as: member,
      screen,
      hasWorker: true,
      expectedStatuses: [0],
      expectedMessage: offlineMessages,
    });
    await waitForWorker(page);
    await page.goto('/my-passes');
    await waitForStored(page, '/api/user/passes');
    await page.goto('/my-classes');
    const row = page.getByRole('article', { name: booked.time });
    await row.waitFor();
    for (const path of ['/api/auth/user', '/api/my-bookings', '/api/waitlist/mine'])
      await waitForStored(page, path);

    await page.context().setOffline(true);
    await page.goto('/my-passes');
    await page.getByRole('article', { name: '5 Class Pass' }).waitFor();
    await takeScreenshot(page, 'offline-my-passes', screen);
    await page.goto('/my-classes');
    await row.waitFor();
    await page.getByText(/^As of \d\d:\d\d, you are offline\.$/).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'offline-my-classes', screen);
    const cancel = row.getByRole('button', { name: 'Cancel' });
    await tabTo(page, cancel);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Class' }).click();
    expect(await waitForToast(page, 'Cancellation Failed')).toMatch(/connection|refresh/);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await waitForOwnEntry(page);
    await page.context().setOffline(false);
    await page.reload();
    await row.waitFor();
    expect(await page.getByText(/^As of/).count()).toBe(0);
    const paths = await page.evaluate<string[]>(stored);
    expect(
      paths.filter(
        (path) => !/^\/api\/(auth\/user|membership|my-bookings|user\/passes|waitlist\/mine)$/.test(path),
      ),
    ).toEqual([]);

    await header(page)
      .getByRole('button', { name: screen === 'phone' ? 'Menu' : /^Account of/ })
      .click();
    await header(page).getByRole('button', { name: 'Sign Out' }).click();
    await waitUntilResolved(page, `${stored}.then((paths) => paths.length === 0)`);
  });
});

it.each([
  { fault: 'all held', days: 2 },
  { fault: 'bookings held', days: 3 },
] as const)(
  'My Classes opens with its age while the net is silent ($fault), and is read again when it answers',
  async ({ fault, days }) => {
    const [first, second] = [await site.addClass('06:10', { days }), await site.addClass('07:40', { days })];
    const member = await site.addMember(`Tess Tunnel ${days}`, 2);
    await bookClass(member, first);
    const proxy = await startStreamProxy(site.base);
    onTestFinished(() => proxy.close());
    const page = await visit({ ...site, base: proxy.base }, '/my-classes', {
      as: member,
      hasWorker: true,
      expectedMessage: offlineMessages,
    });
    await waitForWorker(page);
    await page.goto('/my-classes');
    const row = ({ time }: { time: string }) => page.getByRole('article', { name: time });
    await row(first).waitFor();
    for (const path of ['/api/auth/user', '/api/my-bookings', '/api/waitlist/mine'])
      await waitForStored(page, path);
    proxy.setFault(fault);
    await bookClass(member, second);
    await page.reload();
    await row(first).waitFor();
    const notice = page.getByText(/^As of \d\d:\d\d, you are offline\.$/);
    await notice.waitFor();
    expect(await row(second).count()).toBe(0);
    proxy.setFault('none');
    await row(second).waitFor();
    await notice.waitFor({ state: 'detached' });
  },
);

it('another member finds nothing of the one before', async () => {
  const first = await site.addMember('First Fern');
  const second = await site.addMember('Second Sage');
  const page = await visit(site, '/my-classes', {
    as: first,
    hasWorker: true,
    expectedStatuses: [0],
    expectedMessage: offlineMessages,
  });
  await waitForWorker(page);
  await page.goto('/my-classes');
  await waitForStored(page, '/api/my-bookings');
  const [ofFirst] = await page.evaluate<string[]>(sessions);
  await page.evaluate(`localStorage.setItem('authToken', ${JSON.stringify(second.token)})`);
  await page.goto('/account');
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
  await waitUntilResolved(page, `${sessions}.then((all) => all.length === 1 && all[0] !== '${ofFirst}')`);
  await page.context().setOffline(true);
  await page.evaluate(`localStorage.setItem('authToken', ${JSON.stringify(first.token)})`);
  await page.goto('/my-classes');
  // Without an answer of their own no user counts as signed in.
  await page.waitForURL(`${site.base}/`);
});

it('a visitor gets no worker, and the site can be installed', async () => {
  const page = await visit(site, '/', { hasWorker: true });
  const manifest: unknown = await (await fetch(`${site.base}/site.webmanifest`)).json();
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/', scope: '/' });
  const devTools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')).toBe(0);
});

it('the roster of today opens with its age', async () => {
  await site.moveClock({ now: `${await site.dayIn(1)}T08:00:00.000Z` });
  const today = await site.addClass('12:00', { days: 0 });
  await bookClass(await site.addMember('Rosa Roster', 1), today);
  const { token } = await new StudioClient(site.base).staff('instructor');
  const page = await visit(site, '/privacy-policy', {
    screen: 'phone',
    hasWorker: true,
    expectedStatuses: [0],
    expectedMessage: offlineMessages,
  });
  await openWithStaffSession(page, '/classes', { token, role: 'instructor' });
  await waitForWorker(page);
  await page.reload();
  await page.getByText('Rosa Roster').first().waitFor();
  await waitForStored(page, '/api/instructor/classes');
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText('Rosa Roster').first().waitFor();
  await page.getByText(/^As of \d\d:\d\d, you are offline\.$/).waitFor();
  await takeScreenshot(page, 'offline-roster', 'phone');

  // A day later, in a tab that was closed without logging out.
  await page.evaluate('sessionStorage.clear()');
  await page.context().setOffline(false);
  await page.goto('/privacy-policy');
  const makeOld = `caches.open('personal').then(async (cache) => {
    for (const key of await cache.keys()) {
      if (new URL(key.url).pathname !== '/api/instructor/classes') continue;
      const body = await (await cache.match(key)).text();
      await cache.put(key, new Response(body, { headers: { 'x-stored-at': String(Date.now() - 25 * 60 * 60 * 1000) } }));
    }
  })`;
  // Again when the worker stored an answer that was still on its way.
  await waitFor(async () => {
    await page.evaluate(makeOld);
    await page.reload();
    await waitUntilSettled(page);
    return page.evaluate<boolean>(`${stored}.then((paths) => !paths.includes('/api/instructor/classes'))`);
  });
});

it('a booking without a net is refused, and possible when it is back', async () => {
  const scheduled = await site.addClass('11:30', { days: 3 });
  const page = await visit(site, '/book-classes', {
    as: await site.addMember('Bo Booking', 1),
    expectedStatuses: [0],
    expectedMessage: offlineMessages,
  });
  const book = (await findClass(page, scheduled)).getByRole('button', { name: 'Book Now' });
  // Fetched on the first interaction, and needed below.
  await untilTrue(
    page,
    `['toast-viewport', 'decide-class'].every((part) => performance.getEntriesByType('resource').some(({ name }) => name.includes(part)))`,
  );
  await page.context().setOffline(true);
  await book.click();
  expect(await waitForToast(page, 'Booking Failed')).toMatch(/connection/i);
  await page.context().setOffline(false);
  await book.click();
  await waitForToast(page, 'Class Booked!');
});

it('the worker shows a push message, and opens its page when it is pressed', async () => {
  const page = await visit(site, '/my-classes', { as: await site.addMember('Wim Worker'), hasWorker: true });
  await waitForWorker(page);
  const [worker] = page.context().serviceWorkers();
  // A headless browser shows no notification and opens no window, so the calls are recorded.
  const calls = await worker?.evaluate<unknown[]>(`(async () => {
    const calls = [];
    self.registration.showNotification = async (title, { body, tag, data }) => calls.push({ title, body, tag, ...data });
    self.clients.openWindow = async (address) => calls.push({ opened: new URL(address).pathname + new URL(address).search });
    const message = { title: 'Tomorrow, 18:00', body: 'Free to cancel until 18:00.', url: '/my-classes?booking=7', tag: 'class-1' };
    self.dispatchEvent(new PushEvent('push', { data: JSON.stringify(message) }));
    let closed = false;
    const press = new ExtendableEvent('notificationclick');
    press.notification = { close: () => { closed = true; }, data: { url: message.url } };
    self.dispatchEvent(press);
    while (calls.length < 2) await new Promise((resolve) => setTimeout(resolve));
    return [...calls, closed];
  })()`);
  expect(calls).toEqual([
    {
      title: 'Tomorrow, 18:00',
      body: 'Free to cancel until 18:00.',
      tag: 'class-1',
      url: '/my-classes?booking=7',
    },
    { opened: '/my-classes?booking=7' },
    true,
  ]);
});
