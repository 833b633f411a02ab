import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { daysInWeek } from 'date-fns/constants';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { createDemoEmail, demoMemberNames, demoPassword } from '#embedded/demo/people.ts';
import { createDataDirectory, removeDataDirectory } from '#tools/testing/data-directory.ts';
import { buildWeb } from '../run/build-web.ts';
import { launchBrowser } from '../testing/browser.ts';
import { StudioClient } from '../testing/studio-client.ts';
import { startStudioProcess } from '../testing/studio-process.ts';
import { untilTrue } from '../testing/until-true.ts';
import { waitFor } from '../testing/wait-for.ts';

/** Makes the screenshots of README.md from a demo studio in a temporary directory; run it again when the pages have changed. */
const images = join(import.meta.dirname, '../../docs/images');
const [demoName = ''] = demoMemberNames;
/** Late in a week its last classes can no longer be cancelled freely, so the next one is tried too. */
const daysToTry = 2 * daysInWeek;
const email = createDemoEmail(demoName);

const waitUntilSettled = (page: Page) =>
  untilTrue(
    page,
    `document.querySelector('h1, h2') !== null && document.querySelector('[aria-busy=true]') === null && document.fonts.status === 'loaded'`,
  );

async function openPage(browser: Browser, baseURL: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
    ...options,
  });
  return context.newPage();
}

/** Scrolls until the element is that far below the top of the window. */
async function scrollTo(page: Page, element: Locator, top: number): Promise<void> {
  const { y = 0 } = (await element.boundingBox()) ?? {};
  await page.evaluate(`window.scrollBy(0, ${y - top})`);
  await waitUntilSettled(page);
}

/** Books the first class of a day on a phone, where it can still be cancelled freely. */
async function showBooking(browser: Browser, base: string): Promise<void> {
  const { token } = await new StudioClient(base).expect(
    z.object({ token: z.string() }),
    'POST',
    '/api/auth/signin',
    { email, password: demoPassword },
  );
  const page = await openPage(browser, base, {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1.5,
    hasTouch: true,
    isMobile: true,
    storageState: {
      cookies: [],
      origins: [{ origin: base, localStorage: [{ name: 'authToken', value: token }] }],
    },
  });
  await page.goto('/book-classes');
  const days = page.getByRole('group', { name: 'Day' }).getByRole('button');
  const firstClass = page.getByRole('article').first();
  const book = firstClass
    .filter({ hasText: 'Free to cancel until' })
    .getByRole('button', { name: 'Book Now' });
  await firstClass.waitFor();
  for (let day = 0; day < daysToTry && (await book.count()) === 0; day += 1) {
    if (day === daysInWeek) await page.getByRole('button', { name: 'Next week' }).click();
    const button = days.nth(day % daysInWeek);
    if (await button.isDisabled()) continue;
    await button.click();
    await waitUntilSettled(page);
  }
  await book.click();
  await page.getByText('Class Booked!').waitFor();
  await firstClass.getByText('Booked', { exact: true }).waitFor();
  // The message covers the days.
  const close = page.getByRole('button', { name: 'Close message' });
  await close.click();
  await close.waitFor({ state: 'detached' });
  await scrollTo(page, page.getByRole('group', { name: 'Day' }), 90);
  await page.screenshot({ path: join(images, 'booking.png') });
}

/** Replays the demo member's passes at the auditor's desk, a few events before now. */
async function showReplay(browser: Browser, base: string): Promise<void> {
  const page = await openPage(browser, base, { viewport: { width: 1280, height: 960 } });
  await page.goto('/audit');
  await page.getByLabel('Password', { exact: true }).fill('auditor-sandbox');
  await page.getByRole('button', { name: 'Access Dashboard' }).click();
  await page.getByLabel('Find a member, class or payment').fill(email);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page
    .getByRole('list', { name: 'Found' })
    .getByRole('link', { name: new RegExp(demoName) })
    .click();
  await page.getByText('In balance', { exact: true }).waitFor();
  const slider = page.getByRole('slider', { name: 'As of' });
  await slider.focus();
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('ArrowLeft');
  await page.getByText('In view', { exact: true }).waitFor();
  await scrollTo(page, page.getByRole('heading', { name: demoName }), 60);
  await page.screenshot({ path: join(images, 'audit.png') });
}

buildWeb();
await mkdir(images, { recursive: true });
const dataDir = await createDataDirectory('tideline-screenshots');
const browser = await launchBrowser();
try {
  const studio = await startStudioProcess(dataDir, { STUDIO_DEMO: 'on' });
  try {
    await waitFor(() => studio.printed().includes('The demo studio is ready'), { timeout: 300_000 });
    await showBooking(browser, studio.base);
    await showReplay(browser, studio.base);
  } finally {
    await studio.stop();
  }
} finally {
  await browser.close();
  await removeDataDirectory(dataDir);
}
