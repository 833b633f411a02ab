import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { untilTrue } from '#tools/testing/until-true.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import type { Site, TimetableClass } from './site.fixture.ts';

const screens = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} satisfies Record<string, BrowserContextOptions>;

export type Screen = keyof typeof screens;

const patience = 30_000;
const pictures = join(import.meta.dirname, 'screenshots');

interface VisitOptions {
  readonly screen?: Screen;
  /** Signed in from the start. */
  readonly as?: StudioClient;
  /** Answers that are part of the test, which the browser notes in its console as errors; 0 is none at all. */
  readonly refusals?: readonly number[];
  /** Where else than to the studio the page may turn. */
  readonly alsoAsks?: string;
}

/** The status of the answer that a line of the console is about; 0 where none came. */
function statusIn(line: string): number | undefined {
  if (/net::ERR_(FAILED|INTERNET_DISCONNECTED)/.test(line)) return 0;
  const status = /status of (\d+)|\b(\d{3}|0): /.exec(line)?.slice(1).find(Boolean);
  return status === undefined ? undefined : Number(status);
}

/** What no page may do: break, complain in the console, or ask anyone but the studio. */
function watch(page: Page, known: readonly string[], refusals: readonly number[]): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`It broke: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!known.some((place) => url.startsWith(place)) && !/^(data|blob|about):/.test(url))
      complaints.push(`It asked ${url}`);
  });
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const status = statusIn(message.text());
    if (status === undefined || !refusals.includes(status)) complaints.push(`It logged: ${message.text()}`);
  });
  return complaints;
}

/** Opens the site as one person on one device. When the test ends, it must have made no complaint. */
export async function visit(site: Site, path: string, options: VisitOptions = {}): Promise<Page> {
  const { screen = 'desktop', as, refusals = [], alsoAsks } = options;
  const origin = site.base;
  const context = await site.browser.newContext({
    ...screens[screen],
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
    ...(as && {
      storageState: {
        cookies: [],
        origins: [{ origin, localStorage: [{ name: 'authToken', value: as.token }] }],
      },
    }),
  });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const complaints = watch(page, alsoAsks === undefined ? [origin] : [origin, alsoAsks], refusals);
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  // Someone is there: what pages bring in with the first sign of a person comes at once.
  page.on(
    'load',
    () =>
      void page.mouse
        .move(1, 1)
        .then(() => page.mouse.move(9, 9))
        .catch(() => undefined),
  );
  await page.goto(path);
  return page;
}

/** Keeps back what the page asks for under that pattern, until the function it answers is called. */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Waits until nothing on the page is loading and its type is there. */
export async function settled(page: Page): Promise<void> {
  await untilTrue(
    page,
    `document.querySelector('h1, h2') !== null && document.querySelector('[aria-busy=true]') === null && document.fonts.status === 'loaded'`,
  );
}

/** Keeps a picture of the screen, to be looked at; `whole` is the page to its end. */
export async function picture(page: Page, name: string, screen: Screen, whole = false): Promise<void> {
  await mkdir(pictures, { recursive: true });
  await settled(page);
  await page.screenshot({ path: join(pictures, `${name}-${screen}.png`), fullPage: whole });
}

/** Waits for the toast of that title and answers its whole text; of several the newest, and none that is on its way out. */
export async function toast(page: Page, title: string): Promise<string> {
  const card = page
    .locator('[data-sonner-toast][data-mounted=true]:not([data-removed=true])')
    .filter({ hasText: title })
    .first();
  await card.waitFor();
  return (await card.textContent()) ?? '';
}

/** The bar at the top; no landmark of its own while a dialog covers the page. */
export const header = (page: Page): Locator => page.locator('header').first();

/** Waits for the balance in the navigation. */
export const badgeReads = (page: Page, text: string): Promise<void> =>
  header(page).getByText(text, { exact: true }).waitFor();

const wallDay = (date: string): string => {
  const parts = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'long' })
    .formatToParts(new Date(`${date}T12:00:00Z`))
    .filter(({ type }) => type !== 'literal');
  return parts.map(({ value }) => value).join(' ');
};

/** Turns the timetable to a day of this week or the two after it, and answers the card of that class. */
export async function findClass(page: Page, { date, time }: TimetableClass): Promise<Locator> {
  const days = page.getByRole('group', { name: 'Day' });
  const day = days.getByRole('button', { name: wallDay(date) });
  await days.waitFor();
  const shown = () => days.textContent();
  for (let week = 0; week < 2 && (await day.count()) === 0; week += 1) {
    const before = await shown();
    await page.getByRole('button', { name: 'Next week' }).click();
    // Another click before the other week is there would go past it.
    await waitFor(async () => (await shown()) !== before, { timeout: patience });
  }
  await day.click();
  const card = page.getByRole('article', { name: time });
  await card.waitFor();
  return card;
}

/** Goes by the Menu, as people do. */
export async function byMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: entry }).click();
}

/** Fills in the card form of the purchase dialog, and answers the button that pays. */
export async function fillCard(page: Page, card: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: /^Purchase/ });
  await dialog.getByLabel('Card number').fill(card);
  await dialog.getByLabel('Expiry date').fill('1234');
  await dialog.getByLabel('Security code').fill('123');
  return dialog.getByRole('button', { name: /^Pay £/ });
}

/** Fills in the card form of the purchase dialog and pays. */
export async function payWith(page: Page, card: string): Promise<void> {
  const pay = await fillCard(page, card);
  await pay.click();
}

/** The card of a pass on sale. */
export const passCard = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Opens the purchase dialog of a pass. */
export async function choosePass(page: Page, name: string): Promise<Locator> {
  await passCard(page, name).getByRole('button', { name: 'Purchase' }).click();
  const dialog = page.getByRole('dialog', { name: `Purchase ${name}` });
  await dialog.getByLabel('Card number').waitFor();
  return dialog;
}

const hasFocus = async (page: Page, target: Locator): Promise<boolean> =>
  (await target.and(page.locator(':focus')).count()) > 0;

/** Presses Tab until the element has the focus, as someone without a mouse would. */
export async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (await hasFocus(page, target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${most} presses of Tab did not lead to ${target}`);
}

/** Waits until the element has the focus. */
export const focusOn = (page: Page, target: Locator): Promise<true> =>
  waitFor(() => hasFocus(page, target), { timeout: patience, what: `the focus on ${target}` });
