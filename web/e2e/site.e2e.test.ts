import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilTrue } from '#tools/testing/until-true.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { endLiveUpdates } from './failing-reads.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import { goOffline, type Screen, takeScreenshot, visit, waitUntilSettled } from './visit.fixture.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite();
  await Promise.all([site.addClass('09:30'), site.addClass('18:00', { days: 1 })]);
});
afterAll(() => site?.close());

const readTop = (page: Page, id: string) =>
  page.evaluate<number>(`document.getElementById('${id}')?.getBoundingClientRect().top ?? NaN`);

const waitFor80PxBelow = (page: Page, id: string) =>
  waitFor(async () => Math.abs((await readTop(page, id)) - 80) < 2, { what: `${id} 80 px below the top` });

const legal = [
  ['/privacy-policy', 'Privacy Policy', ['First name and surname', 'Booking history', '7 years']],
  ['/cookie-policy', 'Cookie Policy', ['authToken', 'no tracking cookies']],
  ['/terms-of-service', 'Terms of Service', ['Children under 16 are not permitted', '6 weeks', '£180']],
] as const;

describe.each<Screen>(['phone', 'desktop'])('on a %s', (screen) => {
  it.each(legal)('%s shows its text and is accessible', async (path, title, words) => {
    const page = await visit(site, path, { screen });
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const today = new Date().toLocaleDateString('en-GB', { timeZone: 'Europe/London' });
    await page.getByText(`Last updated: ${today}`).waitFor();
    const text = (await page.getByRole('main').textContent()) ?? '';
    for (const each of words) expect(text).toContain(each);
    await takeScreenshot(page, path.slice(1), screen, true);
    expect(await findViolations(page)).toEqual([]);
  });

  it('a legal page scrolls from its table of contents to a section and puts its hash into the address', async () => {
    const page = await visit(site, '/privacy-policy', { screen });
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Your rights' })
      .click();
    await page.waitForURL('**/privacy-policy#your-rights');
    await waitFor80PxBelow(page, 'your-rights');
  });
});

it('the links of the footer lead to their pages', async () => {
  const page = await visit(site, '/class-levels');
  const footer = page.getByRole('contentinfo');
  for (const [, title] of legal) {
    await footer.getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  expect(await footer.getByRole('link', { name: 'Instructors' }).getAttribute('href')).toBe('/classes');
  expect(await footer.getByRole('link', { name: 'hello@tideline.example' }).getAttribute('href')).toBe(
    'mailto:hello@tideline.example',
  );
  for (const name of ['Instagram', 'Facebook']) await footer.getByRole('link', { name }).waitFor();
  await footer.getByText('The Old Sail Loft').waitFor();
});

describe('a hash', () => {
  it('scrolls to its section when the page opens and whenever it changes', async () => {
    const page = await visit(site, '/#pricing');
    await waitUntilSettled(page);
    await waitFor80PxBelow(page, 'pricing');
    for (const id of ['membership', 'book-classes', 'class-info', 'home']) {
      await page.evaluate(`location.hash = '${id}'`);
      await waitFor80PxBelow(page, id);
    }
  });

  it('that is set directly is not moved to by the browser before the 100 ms', async () => {
    const page = await visit(site, '/');
    await waitUntilSettled(page);
    const positions = await page.evaluate<number[]>(`new Promise((done) => {
      const seen = [];
      const start = performance.now();
      location.hash = 'pricing';
      const watch = () => {
        if (performance.now() - start > 80) return done(seen);
        seen.push(scrollY);
        requestAnimationFrame(watch);
      };
      watch();
    })`);
    expect(new Set(positions)).toEqual(new Set([0]));
    await waitFor80PxBelow(page, 'pricing');
    expect(new URL(page.url()).hash).toBe('#pricing');
    await page.goBack();
    await page.waitForURL((url) => url.hash === '');
  });

  it('scrolls 100 ms after it changed', async () => {
    const page = await visit(site, '/');
    await waitUntilSettled(page);
    await page.clock.install();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await page.evaluate(`{
      const { setTimeout } = window;
      window.delays = [];
      window.setTimeout = (run, delay) => (window.delays.push(delay), setTimeout(run, delay));
      document.querySelector('footer a[href="/#pricing"]').click();
    }`);
    // React renders the new address in tasks that the paused clock does not stop.
    await untilTrue(page, 'window.delays.includes(100)');
    await page.clock.runFor(90);
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.clock.runFor(20);
    await waitFor80PxBelow(page, 'pricing');
  });
});

describe('the hero', () => {
  const entrance = `(() => {
    const { animationName, animationDuration } = getComputedStyle(document.querySelector('#home > div'));
    return animationName + ' ' + animationDuration;
  })()`;

  it('enters in 0.8 s, and without an animation when reduced motion is preferred', async () => {
    const still = await visit(site, '/');
    await still.getByRole('heading', { level: 1 }).waitFor();
    expect(await still.evaluate(entrance)).toBe('rise 1e-05s');
    const context = await site.browser.newContext({ baseURL: site.base, reducedMotion: 'no-preference' });
    try {
      const moving = await context.newPage();
      await moving.goto('/');
      await moving.getByRole('heading', { level: 1 }).waitFor();
      expect(await moving.evaluate(entrance)).toBe('rise 0.8s');
    } finally {
      await context.close();
    }
  });
});

it('the class levels are in the order of the document', async () => {
  const page = await visit(site, '/class-levels');
  const levels = page.getByRole('article').getByRole('heading', { level: 2 });
  await levels.first().waitFor();
  expect(await levels.allTextContents()).toEqual(['Reformer For All', 'Beginner']);
  const others = page.getByRole('listitem').getByRole('heading', { level: 2 });
  expect(await others.allTextContents()).toEqual(['Intermediate', 'Advanced', 'Pre & Post Natal']);
  await takeScreenshot(page, 'class-levels', 'desktop', true);
});

describe('the panels below the timetable', () => {
  const panels = {
    'Class Levels': ['Reformer For All', 'Beginner'],
    Classes: [
      'arrive 5 minutes early',
      'Grip socks are mandatory. We sell them at the studio',
      'C8-Pro reformers',
      'qualified instructors',
      'at most 7 people',
      '50 minutes',
    ],
    'Cancellation Policy': [
      '24 hours notice and your pass goes back to your credit',
      'later than that, no pass comes back',
      'Transfers with 24 or more hours notice are subject to availability',
      'Cancel online in My Classes',
      'for transfers',
    ],
    Parking: ['free car park', 'free street parking', 'The Old Sail Loft, Harbour Street'],
  };

  it.each(Object.entries(panels))('%s has its answers', async (title, texts) => {
    const page = await visit(site, '/');
    const trigger = page.getByRole('button', { name: title, exact: true });
    await trigger.waitFor();
    if ((await trigger.getAttribute('aria-expanded')) === 'false') await trigger.click();
    const panel = page.locator(`[id="${await trigger.getAttribute('aria-controls')}"]`);
    for (const text of texts) await panel.getByText(text).first().waitFor();
  });
});

it('shows an accessible notice while the browser is offline', async () => {
  const page = await visit(site, '/terms-of-service', { expectedStatuses: [0], screen: 'phone' });
  await waitUntilSettled(page);
  const notice = page.getByRole('status').getByText('You are offline.');
  await goOffline(page);
  await notice.waitFor();
  await takeScreenshot(page, 'offline', 'phone');
  expect(await findViolations(page)).toEqual([]);
  await page.context().setOffline(false);
  await notice.waitFor({ state: 'hidden' });
});

it('shows the offline notice after a request without an answer, until one is answered', async () => {
  const page = await visit(site, '/class-levels', { expectedStatuses: [0] });
  // An answer to an earlier request would hide the notice.
  await page.route('**/api/**', async (route) => route.fulfill({ response: await route.fetch() }));
  await endLiveUpdates(page);
  await page.reload();
  await waitUntilSettled(page);
  await page.unrouteAll({ behavior: 'wait' });
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('link', { name: 'BOOK NOW' }).click();
  await page.getByRole('status').getByText('You are offline.').waitFor();
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByRole('status').getByText('You are offline.').waitFor({ state: 'hidden' });
});

it('updates the title and the canonical link after a navigation', async () => {
  const page = await visit(site, '/terms-of-service');
  const canonical = () => page.locator('link[rel=canonical]').getAttribute('href');
  expect(await page.title()).toBe('Terms of Service · Tideline');
  expect(await canonical()).toBe(`${site.base}/terms-of-service`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie Policy' }).click();
  await untilTrue(page, `document.title === 'Cookie Policy · Tideline'`);
  expect(await canonical()).toBe(`${site.base}/cookie-policy`);
});

it('describes the coming classes as schema.org events', async () => {
  const page = await visit(site, '/');
  const data = page.locator('#class-data');
  await data.waitFor({ state: 'attached' });
  const { '@graph': events } = JSON.parse((await data.textContent()) ?? '');
  expect(events).toMatchObject([
    { '@type': 'Event', name: 'Reformer Pilates: Beginner', maximumAttendeeCapacity: 7 },
  ]);
  expect(Date.parse(events[0].startDate)).toBeGreaterThan(Date.now());
});

it('the site is installable', async () => {
  const page = await visit(site, '/class-levels');
  const session = await page.context().newCDPSession(page);
  const { errors, url } = await session.send('Page.getAppManifest');
  expect(url).toBe(`${site.base}/site.webmanifest`);
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Tests run in private windows, which cannot install.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
    [],
  );
});
