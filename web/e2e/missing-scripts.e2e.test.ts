import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site, type TimetableClass } from './site.fixture.ts';
import { visitWithStaffSession } from './staff.fixture.ts';
import { findClass, takeScreenshot, visit, waitForToast, waitUntilSettled } from './visit.fixture.ts';

let site: Site;
let member: StudioClient;
let booked: TimetableClass;
let free: TimetableClass;
beforeAll(async () => {
  site = await openSite();
  member = await site.addMember('Mia Missing', 2);
  [booked, free] = await Promise.all([
    site.addClass('09:30', { days: 3 }),
    site.addClass('11:30', { days: 3 }),
  ]);
  await bookClass(member, booked);
});
afterAll(() => site?.close());

/** What the page and the browser log of a script that is not there. */
const logged = {
  expectedStatuses: [0],
  expectedMessage: /Could not load a part of the page|Messages could not be loaded/,
};

/** Opens the site's origin without a page of it. */
const openOrigin = (as?: StudioClient): Promise<Page> =>
  visit(site, '/robots.txt', { ...logged, ...(as && { as }) });

/** Says that there is no network, because a page without a script it cannot do without is loaded again when there is one. */
const seemOffline = (page: Page) =>
  page.addInitScript(`Object.defineProperty(navigator, 'onLine', { get: () => false })`);

/** From now on the scripts whose names begin with this are not there, until the returned function is called. */
const loseScripts = async (page: Page, name: string): Promise<() => Promise<void>> => {
  const pattern = `**/assets/${name}*.js`;
  await page.route(pattern, (route) => route.abort());
  return () => page.unroute(pattern);
};

const expectPage = async (page: Page, title: string) => {
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  expect(await page.getByText('This page did not load', { exact: true }).count()).toBe(0);
};

/** Expects that a press shows the message about the dialog, over the page, and after loading again the dialog. */
const expectAfterLoadingAgain = async (
  page: Page,
  title: string,
  restore: () => Promise<void>,
  press: () => Promise<void>,
) => {
  await press();
  await waitForToast(page, 'This did not open');
  await expectPage(page, title);
  await restore();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Load again' }).click();
  await loaded;
  await press();
  await page.getByRole('dialog').waitFor();
};

describe('a page stays without a part of it:', () => {
  it.each([
    ['usual-mark', '/book-classes', 'Book Your Classes'],
    ['asked-class-notice', '/book-classes?class=999999', 'Book Your Classes'],
    ['next-booking', '/', 'Tideline'],
    ['info-panels', '/', 'Tideline'],
    ['passkey-offer', '/my-classes', 'My Classes'],
    ['devices-list', '/account', 'My Account'],
    ['passkeys-list', '/account', 'My Account'],
  ])('%s of %s', async (name, path, title) => {
    const page = await openOrigin(member);
    await seemOffline(page);
    await loseScripts(page, name);
    const noticed = page.waitForEvent('console', (message) => message.text().includes(`/${name}-`));
    await page.goto(path === '/book-classes' ? `${path}?date=${booked.date}` : path);
    await noticed;
    await expectPage(page, title);
  });

  it('staff-search of /admin', async () => {
    const page = await visitWithStaffSession(
      site,
      '/admin',
      { token: site.admin.token, role: 'admin' },
      {
        ...logged,
        before: (origin) => Promise.all([seemOffline(origin), loseScripts(origin, 'staff-search')]),
      },
    );
    await waitUntilSettled(page);
    await expectPage(page, 'Admin');
  });

  it('a list says that it is missing, and loads the page again', async () => {
    const page = await openOrigin(member);
    const restore = await loseScripts(page, 'devices-list');
    await page.goto('/account');
    const devices = page.getByRole('region', { name: 'Devices' });
    await devices.getByText('Your devices did not load').waitFor();
    await restore();
    await devices.getByRole('button', { name: 'Try again' }).click();
    await devices.getByText('This device').waitFor();
  });
});

describe('a dialog whose script is missing says so, and opens when the page is loaded again:', () => {
  it('sign-in, from the header', async () => {
    const page = await openOrigin();
    const restore = await loseScripts(page, 'auth-dialog');
    await page.goto('/class-levels');
    await expectAfterLoadingAgain(page, 'Class Levels', restore, () =>
      page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click(),
    );
  });

  it('cancelling a booking', async () => {
    const page = await openOrigin(member);
    const restore = await loseScripts(page, 'cancel-dialog');
    await page.goto('/my-classes');
    const row = page.getByRole('article', { name: booked.time });
    await expectAfterLoadingAgain(page, 'My Classes', restore, () =>
      row.getByRole('button', { name: /^Cancel/ }).click(),
    );
  });

  it('the class that is booked with a pass to buy', async () => {
    const page = await openOrigin();
    const restore = await loseScripts(page, 'checkout-dialog');
    await page.goto('/book-classes');
    await expectAfterLoadingAgain(page, 'Book Your Classes', restore, async () =>
      (await findClass(page, booked)).getByRole('button', { name: 'Buy a pass and book' }).click(),
    );
  });
});

describe('without a script that an action needs,', () => {
  it('a booking says so, also where messages are plain', async () => {
    const page = await openOrigin(member);
    const restore = [await loseScripts(page, 'decide-class'), await loseScripts(page, 'toast-viewport')];
    await page.goto('/book-classes');
    const press = async () => (await findClass(page, free)).getByRole('button', { name: 'Book Now' }).click();
    await press();
    const message = page.getByRole('status').filter({ hasText: 'Booking Failed' });
    expect(await message.textContent()).toMatch(/A part of this page did not load.*load the page again/);
    await takeScreenshot(page, 'plain-message', 'desktop');
    expect(await findViolations(page)).toEqual([]);
    await message.getByRole('button', { name: 'Close' }).click();
    await message.waitFor({ state: 'detached' });
    for (const each of restore) await each();
    await page.reload();
    await press();
    await waitForToast(page, 'Class Booked!');
  });

  it('the browser asks before typed changes are lost', async () => {
    const page = await openOrigin(member);
    await loseScripts(page, 'confirm-dialog');
    await page.goto('/account');
    const phone = page.getByRole('region', { name: 'Profile', exact: true }).getByLabel('Phone');
    await phone.fill('07700 900999');
    const questions: string[] = [];
    const leave = async (answer: 'accept' | 'dismiss') => {
      page.once('dialog', (dialog) => {
        questions.push(dialog.message());
        void dialog[answer]();
      });
      await page.getByRole('contentinfo').getByRole('link', { name: 'Class Levels' }).click();
    };
    await leave('dismiss');
    await waitFor(() => Promise.resolve(questions.length === 1), { what: 'the question' });
    expect(await phone.inputValue()).toBe('07700 900999');
    await leave('accept');
    await page.getByRole('heading', { name: 'Class Levels', level: 1 }).waitFor();
    expect(questions).toEqual(Array(2).fill('Discard what you typed? It has not been saved.'));
  });
});
