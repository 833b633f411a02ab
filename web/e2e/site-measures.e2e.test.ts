import { afterAll, beforeAll, expect, it } from 'vitest';
import { measurePage } from '#tools/testing/page-measures.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';

let site: Site;
let member: StudioClient;

beforeAll(async () => {
  site = await openSite();
  member = await site.addMember('Mara Metre', 1);
  const [first] = await Promise.all([site.addClass('09:30'), site.addClass('18:00')]);
  await bookClass(member, first);
});
afterAll(() => site?.close());

const toKb = (bytes: number) => Math.round(bytes / 100) / 10;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1440, height: 900 } };

const LIMIT_KB = 120;

async function measureScriptKb(path: string, token?: string): Promise<number> {
  const { scriptBytes } = await measurePage(site.browser, site.base, path, { token });
  return toKb(scriptBytes);
}

it.each([
  '/',
  '/book-classes',
  '/class-levels',
  '/membership',
  '/reset-password?token=none',
  '/terms-of-service',
])('%s fetches at most 120 kB of compressed script before a visitor interacts', async (path) => {
  const measured = await measureScriptKb(path);
  expect(measured).toBeGreaterThan(60);
  expect(measured).toBeLessThanOrEqual(LIMIT_KB);
});

it.each(['/', '/book-classes', '/my-classes', '/my-passes', '/my-membership', '/account'])(
  '%s fetches at most 120 kB of compressed script before a member interacts',
  async (path) => {
    expect(await measureScriptKb(path, member.token)).toBeLessThanOrEqual(LIMIT_KB);
  },
);

it.each(['/', '/book-classes', '/meet-the-team', '/privacy-policy'])(
  '%s shifts its layout by less than 0.02 while it loads over a slow connection, for a visitor',
  async (path) => {
    for (const screen of [undefined, desktop]) {
      const measures = await measurePage(site.browser, site.base, path, {
        isSlow: true,
        ...(screen && { screen }),
      });
      expect(measures.layoutShift, measures.shifts.join('\n')).toBeLessThan(0.02);
    }
  },
);

it.each(['/', '/book-classes', '/my-classes', '/my-passes', '/my-membership'])(
  '%s shifts its layout by less than 0.02 while it loads over a slow connection, for a member',
  async (path) => {
    for (const screen of [undefined, desktop]) {
      const measures = await measurePage(site.browser, site.base, path, {
        isSlow: true,
        token: member.token,
        ...(screen && { screen }),
      });
      expect(measures.layoutShift, measures.shifts.join('\n')).toBeLessThan(0.02);
    }
  },
);

/** How long at least one request was under way, in milliseconds. Unlike the time that passed, it leaves out a slow processor. */
const timeOfRequests = `(() => {
  let sum = 0;
  let end = 0;
  const requests = performance.getEntries().filter(({ responseEnd }) => responseEnd > 0);
  for (const { startTime, responseEnd } of requests.sort((a, b) => a.startTime - b.startTime)) {
    sum += Math.max(0, responseEnd - Math.max(startTime, end));
    end = Math.max(end, responseEnd);
  }
  return sum;
})()`;

it.each(['/', '/book-classes'])(
  '%s needs less than 6.5 s of requests for the first day of the timetable, over 400 kbit/s and 400 ms',
  async (path) => {
    await site.addClass(path === '/' ? '21:50' : '21:55', { days: 0 });
    const context = await site.browser.newContext({ baseURL: site.base, ...phone });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const bytesPerSecond = (400 * 1000) / 8;
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('article[id^=class-]').first().waitFor();
    const requestMs = await page.evaluate<number>(timeOfRequests);
    await context.close();
    expect(requestMs).toBeGreaterThan(2_000);
    expect(requestMs).toBeLessThan(6_500);
  },
);
