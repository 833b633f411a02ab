import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { untilTrue } from '#tools/testing/until-true.ts';
import { DEFAULT_TIMEOUT_MS, waitFor } from '#tools/testing/wait-for.ts';
import type { Site, TimetableClass } from './site.fixture.ts';

const screens = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} satisfies Record<string, BrowserContextOptions>;

export type Screen = keyof typeof screens;

const screenshots = join(import.meta.dirname, 'screenshots');

export interface VisitOptions {
  readonly screen?: Screen;
  /** The member whose session the browser has. */
  readonly as?: StudioClient;
  /** Error statuses that the test provokes and the browser logs; 0 is a missing answer. */
  readonly expectedStatuses?: readonly number[];
  /** A console message that the test provokes. */
  readonly expectedMessage?: RegExp;
  /** Lets the page have its service worker, whose requests `page.route` does not see. */
  readonly hasWorker?: boolean;
  /** The system asks for a dark scheme. */
  readonly isDark?: boolean;
  /** An origin besides the studio that the page may send requests to. */
  readonly allowedOrigin?: string;
}

/**
 * Messages that only Playwright causes. A script that a page imports while Playwright fills a field counts as one of Playwright's own
 * world, so Chromium fetches it again instead of using a preload that the service worker answered.
 */
const messagesOfPlaywright =
  /registration blocked by Playwright|cross-world service worker resource mismatch/;

/** The status that a console message reports; 0 for a missing answer. */
function parseStatus(line: string): number | undefined {
  if (/net::ERR_(FAILED|INTERNET_DISCONNECTED)/.test(line)) return 0;
  const status = /status of (\d+)|\b(\d{3}|0): /.exec(line)?.slice(1).find(Boolean);
  return status === undefined ? undefined : Number(status);
}

/** Records uncaught errors, console errors and warnings, and requests to foreign origins. */
function recordProblems(
  page: Page,
  origins: readonly string[],
  { expectedStatuses = [], expectedMessage }: VisitOptions,
): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`Uncaught: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!origins.some((origin) => url.startsWith(origin)) && !/^(data|blob|about):/.test(url))
      problems.push(`Requested: ${url}`);
  });
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (expectedMessage?.test(message.text()) || messagesOfPlaywright.test(message.text())) return;
    const status = parseStatus(message.text());
    if (status === undefined || !expectedStatuses.includes(status))
      problems.push(`Logged: ${message.text()}`);
  });
  return problems;
}

const slowestAnswerMs = Number(process.env.TEST_SLOW_ANSWERS_MS ?? 0);
const cpuSlowdown = Number(process.env.TEST_CPU_SLOWDOWN ?? 1);

/**
 * With `TEST_SLOW_ANSWERS_MS=800` delays each request of the API by up to so many milliseconds, at random. This finds tests, and
 * pages, that are right only while the server is fast. Not for requests that a test intercepts or a service worker sends.
 */
const slowAnswers = (context: BrowserContext): Promise<unknown> =>
  context.route('**/api/**', async (route) => {
    await delay(Math.random() * slowestAnswerMs);
    // The page may be closed by now.
    await route.fallback().catch(() => undefined);
  });

/**
 * With `TEST_CPU_SLOWDOWN=6` lets the page's scripts take six times as long, as on a busy machine. This finds tests that look at the
 * page before it has rendered what they did.
 */
async function slowScripts(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

/** Opens a path in a browser context of its own, and expects no recorded problem when the test ends. */
export async function visit(
  site: Pick<Site, 'base' | 'browser'>,
  path: string,
  options: VisitOptions = {},
): Promise<Page> {
  const { screen = 'desktop', as, allowedOrigin, hasWorker = false, isDark = false } = options;
  const origin = site.base;
  const context = await site.browser.newContext({
    ...screens[screen],
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
    colorScheme: isDark ? 'dark' : 'light',
    serviceWorkers: hasWorker ? 'allow' : 'block',
    ...(as && {
      storageState: {
        cookies: [],
        origins: [{ origin, localStorage: [{ name: 'authToken', value: as.token }] }],
      },
    }),
  });
  context.setDefaultTimeout(DEFAULT_TIMEOUT_MS);
  if (slowestAnswerMs > 0) await slowAnswers(context);
  const page = await context.newPage();
  if (cpuSlowdown > 1) await slowScripts(context, page);
  const origins = allowedOrigin === undefined ? [origin] : [origin, allowedOrigin];
  const problems = recordProblems(page, origins, options);
  onTestFinished(async () => {
    await context.close();
    expect(problems).toEqual([]);
  });
  // Moves the pointer, because pages fetch their dialogs and toasts on the first interaction.
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

/** Delays the page's requests of that pattern until the returned function is called. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

/**
 * Waits until the page is at its own history entry: an open dialog has one, and removes it a moment after it closed. A navigation
 * in that moment would be aborted.
 */
export const waitForOwnEntry = (page: Page): Promise<true> =>
  untilTrue(page, `!('hasDialog' in (history.state ?? {}))`);

/** Waits until the expression, which may be a promise, gives true in the page. */
export const waitUntilResolved = (page: Page, expression: string): Promise<true> =>
  waitFor(() => page.evaluate<boolean>(expression), { what: expression });

/** Waits until the service worker answers the requests of the page. */
export const waitForWorker = (page: Page): Promise<true> =>
  waitUntilResolved(page, 'navigator.serviceWorker.controller !== null');

/** Waits until the page has a heading, loads nothing, which a skeleton on staff pages shows, and has its fonts. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await untilTrue(
    page,
    `document.querySelector('h1, h2') !== null && document.querySelector('[aria-busy=true], .animate-breathe') === null && document.fonts.status === 'loaded'`,
  );
}

/** Names what is wider than the page. `innerWidth` is no measure of it: on a phone it grows with the content. */
const findOverhang = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => element.tagName + '.' + element.className);
  })()`);

/**
 * Expects that the page does not scroll sideways. With `TEST_SCREENSHOTS=on` also saves a screenshot of the viewport, or of the
 * whole page, for manual review; hundreds of them take minutes.
 */
export async function takeScreenshot(
  page: Page,
  name: string,
  screen: Screen,
  fullPage = false,
): Promise<void> {
  await waitUntilSettled(page);
  expect(await findOverhang(page), `${name} is wider than the ${screen}`).toEqual([]);
  if (process.env.TEST_SCREENSHOTS !== 'on') return;
  await mkdir(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}-${screen}.png`), fullPage });
}

/** Waits for the newest toast with that title, ignores toasts that are being removed, and returns its text. */
export async function waitForToast(page: Page, title: string): Promise<string> {
  const card = page
    .locator('[data-sonner-toast][data-mounted=true]:not([data-removed=true])')
    .filter({ hasText: title })
    .first();
  await card.waitFor();
  return (await card.textContent()) ?? '';
}

/** Goes offline when the page can show messages: it fetches what they need on the first interaction. */
export async function goOffline(page: Page): Promise<void> {
  await page.getByRole('region', { name: /^Messages/ }).waitFor({ state: 'attached' });
  await page.context().setOffline(true);
}

/** The site's header; located by its tag, because it is no landmark while a dialog covers the page. */
export const header = (page: Page): Locator => page.locator('header').first();

/** Waits until the pass badge in the header has this text. */
export const waitForBadge = (page: Page, text: string): Promise<void> =>
  header(page).getByText(text, { exact: true }).waitFor();

/** A London day as buttons and headings name it, such as "Mon 3 August". */
export const formatWallDay = (date: string): string => {
  const parts = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'long' })
    .formatToParts(new Date(`${date}T12:00:00Z`))
    .filter(({ type }) => type !== 'literal');
  return parts.map(({ value }) => value).join(' ');
};

/** Opens the day of a class in the timetable, at most two weeks ahead, and returns the card of the class. */
export async function findClass(page: Page, { date, time }: TimetableClass): Promise<Locator> {
  const days = page.getByRole('group', { name: 'Day' });
  const day = days.getByRole('button', { name: formatWallDay(date) });
  await waitUntilSettled(page);
  await days.waitFor();
  const next = page.getByRole('button', { name: 'Next week' });
  const readWeek = () => next.locator('xpath=preceding-sibling::p').textContent();
  for (let week = 0; week < 2 && (await day.count()) === 0; week += 1) {
    const before = await readWeek();
    await next.click();
    // A click before the next week is rendered would skip it.
    await waitFor(async () => (await readWeek()) !== before);
  }
  await day.click();
  // Until then the cards are of the day before it.
  await day.and(page.locator('[aria-pressed=true]')).waitFor();
  const card = page.getByRole('article', { name: time });
  await card.waitFor();
  return card;
}

/** Follows a link of the menu. */
export async function openFromMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: entry }).click();
}

/** Fills in the card form of the purchase dialog; returns the button that pays. */
export async function fillCard(page: Page, card: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: /^(Purchase|Buy a pass)/ });
  await dialog.getByLabel('Card number').fill(card);
  await dialog.getByLabel('Expiry date').fill('1234');
  await dialog.getByLabel('Security code').fill('123');
  return dialog.getByRole('button', { name: /^Pay £[\d.,]+$/ });
}

/** Fills in the card form of the purchase dialog and pays. */
export async function payWith(page: Page, card: string): Promise<void> {
  const pay = await fillCard(page, card);
  await pay.click();
}

/** The card of a pass in the shop. */
export const passCard = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Opens the purchase dialog of a pass and waits for its card form. */
export async function openPurchase(page: Page, name: string): Promise<Locator> {
  await passCard(page, name).getByRole('button', { name: 'Purchase' }).click();
  const dialog = page.getByRole('dialog', { name: `Purchase ${name}` });
  await dialog.getByLabel('Card number').waitFor();
  return dialog;
}

const hasFocus = async (page: Page, target: Locator): Promise<boolean> =>
  (await target.and(page.locator(':focus')).count()) > 0;

/** Waits for the element, then presses Tab until it has the focus. */
export async function tabTo(page: Page, target: Locator, limit = 80): Promise<void> {
  // A page that still loads would let all presses pass before the element is there.
  await target.waitFor({ state: 'attached' });
  for (let presses = 0; presses < limit; presses += 1) {
    if (await hasFocus(page, target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${limit} presses of Tab did not focus ${target}`);
}

/** Waits until the element has the focus. */
export const waitForFocus = (page: Page, target: Locator): Promise<true> =>
  waitFor(() => hasFocus(page, target), { what: `the focus on ${target}` });

/**
 * Presses Escape once the dialog has the focus and counts as the topmost. Radix notes that a moment after the focus, and lets it take
 * the pointer's events then. Before, the key would go to what is under it.
 */
export async function pressEscape(dialog: Locator): Promise<void> {
  const page = dialog.page();
  await dialog.and(page.locator('[style*="pointer-events: auto"]:focus-within')).waitFor();
  await page.keyboard.press('Escape');
}
