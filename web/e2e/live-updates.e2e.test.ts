import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { openSite, type Site } from './site.fixture.ts';
import { type StreamFault, startStreamProxy } from './stream-proxy.fixture.ts';
import { findClass, holdRequests, passCard, visit } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const catalogue = z.object({
  classPasses: z.array(
    z.object({ id: z.number(), name: z.string(), classes: z.number(), price: z.number() }),
  ),
});

/** Changes the price of the 10 Class Pass; returns it as the page shows it. */
async function changePrice(pounds: number): Promise<string> {
  const { classPasses } = await site.admin.expect(catalogue, 'GET', '/api/admin/class-passes');
  const pass = classPasses.find(({ name }) => name === '10 Class Pass');
  if (pass === undefined) throw new Error('The catalogue has no 10 Class Pass');
  const { id, ...details } = pass;
  const body = { ...details, price: pounds * 100 };
  expect((await site.admin.call('PUT', `/api/admin/class-passes/${id}`, body)).status).toBe(200);
  return `£${pounds}`;
}

async function lowerCapacity(id: number, date: string, time: string, maxCapacity: number): Promise<void> {
  const instructors = z.object({ instructors: z.array(z.object({ id: z.number(), name: z.string() })) });
  const answer = await site.admin.expect(instructors, 'GET', '/api/admin/instructors');
  const instructorId = answer.instructors.find(({ name }) => name === 'Marina Hale')?.id;
  const body = { name: 'beginner', date, time, instructorId, maxCapacity };
  expect((await site.admin.call('PUT', `/api/admin/classes/${id}`, body)).status).toBe(200);
}

/** Opens the timetable behind a proxy; timers can be moved. */
async function openBehindProxy(initial: StreamFault, as?: StudioClient) {
  const proxy = await startStreamProxy(site.base);
  onTestFinished(() => proxy.close());
  proxy.setFault(initial);
  const page = await visit({ ...site, base: proxy.base }, '/health/live', {
    screen: 'phone',
    expectedStatuses: as === undefined ? [503] : [503, 409],
    // The stand-in of Stripe's script comes from the studio's own address.
    allowedOrigin: site.base,
    ...(as && { as }),
    expectedMessage: /ERR_(EMPTY_RESPONSE|CONNECTION_RESET|CONNECTION_CLOSED|INCOMPLETE_CHUNKED_ENCODING)/,
  });
  await page.clock.install();
  await page.goto('/book-classes');
  return { page, proxy };
}

it.each<{ fault: StreamFault; pounds: number; time: string; passes: number }>([
  { fault: 'none', pounds: 151, time: '07:00', passes: 0 },
  { fault: 'cut', pounds: 152, time: '08:00', passes: 61_000 },
  { fault: 'swallowed', pounds: 153, time: '09:00', passes: 11_000 },
  { fault: 'silent after its beginning', pounds: 154, time: '10:00', passes: 55_000 },
])(
  'shows a changed price and class while the stream’s fault is: $fault',
  async ({ fault, pounds, time, passes }) => {
    const scheduled = await site.addClass(time);
    const { page } = await openBehindProxy(fault);
    const card = await findClass(page, scheduled);
    await card.getByText('7 spots left').waitFor();
    await passCard(page, '10 Class Pass').waitFor();
    const price = await changePrice(pounds);
    await lowerCapacity(scheduled.id, scheduled.date, scheduled.time, 3);
    if (passes > 0) await page.clock.fastForward(passes);
    await passCard(page, '10 Class Pass').getByText(price, { exact: true }).waitFor();
    await card.getByText('3 spots left').waitFor();
    expect(await page.getByText('What you see may be out of date.').count()).toBe(0);
  },
);

it.each<{ fault: StreamFault; pounds: number }>([
  { fault: 'none', pounds: 141 },
  { fault: 'cut', pounds: 142 },
  { fault: 'swallowed', pounds: 143 },
  { fault: 'silent after its beginning', pounds: 144 },
])(
  'asks about a changed price before a purchase while the stream’s fault is: $fault',
  async ({ fault, pounds }) => {
    const member = await site.addMember(`Buyer ${pounds}`);
    const { page } = await openBehindProxy(fault, member);
    const pass = passCard(page, '10 Class Pass');
    const purchase = pass.getByRole('button', { name: 'Purchase' });
    await purchase.waitFor();
    const before =
      (await pass
        .getByText(/^£\d+$/)
        .first()
        .textContent()) ?? '';
    // A stream that works reports the change before the purchase; what it makes the page read is still under way.
    const release = await holdRequests(page, '**/api/class-passes');
    const price = await changePrice(pounds);
    await purchase.click();
    const question = page.getByRole('dialog', { name: 'The price has changed' });
    await question.waitFor();
    expect((await question.getByRole('row').allInnerTexts()).at(-1)).toBe(`Price\t${before}\t${price}`);
    await question.getByRole('button', { name: `Continue at ${price}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Purchase 10 Class Pass' });
    await dialog.getByText(price, { exact: true }).waitFor();
    release();
  },
);

it('shows prices while they change faster than the answers arrive', async () => {
  const page = await visit(site, '/book-classes');
  const pass = passCard(page, '10 Class Pass');
  await pass.waitFor();
  await page.route('**/api/class-passes', async (route) => {
    await delay(600);
    await route.continue();
  });
  let answers = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/api/class-passes')) answers += 1;
  });
  let isOver = false;
  const changePrices = async () => {
    for (let change = 0; !isOver; change += 1) {
      expect(answers, 'answers that the page did not show').toBeLessThan(10);
      await changePrice(300 + (change % 100));
    }
  };
  const shown = pass
    .getByText(/^£3\d\d$/)
    .first()
    .waitFor()
    .finally(() => {
      isOver = true;
    });
  await Promise.all([shown, changePrices()]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

it('shows what changed while its stream was still opening', async () => {
  const page = await visit(site, '/health/live');
  const release = await holdRequests(page, '**/api/events');
  await page.goto('/book-classes');
  await passCard(page, '10 Class Pass').waitFor();
  const price = await changePrice(181);
  release();
  await passCard(page, '10 Class Pass').getByText(price, { exact: true }).waitFor();
});

it('goes on reading while every stream hangs, and reports an outage only when a read fails', async () => {
  const { page } = await openBehindProxy('swallowed');
  await passCard(page, '10 Class Pass').waitFor();
  await page.clock.fastForward(11_000);
  for (const pounds of [161, 162, 163]) {
    const price = await changePrice(pounds);
    await page.clock.fastForward(61_000);
    await passCard(page, '10 Class Pass').getByText(price, { exact: true }).waitFor();
  }
  const notice = page.getByRole('status').getByText('The studio’s system is not answering.');
  expect(await notice.count()).toBe(0);
  // Every read, since the notice is about the last one that was answered.
  const reads = /\/api\/(?!events)/;
  await page.route(reads, (route) => route.fulfill({ status: 503, json: {} }));
  await page.clock.fastForward(61_000);
  await notice.waitFor();
  await page.unroute(reads);
  await page.clock.fastForward(61_000);
  await notice.waitFor({ state: 'hidden' });
});

it('returns to the stream when it delivers again', async () => {
  const { page, proxy } = await openBehindProxy('swallowed');
  await passCard(page, '10 Class Pass').waitFor();
  proxy.setFault('none');
  const live = page.waitForResponse('**/api/events');
  await page.clock.fastForward(11_000);
  await live;
  const price = await changePrice(171);
  // Without moving a timer: the stream reports the change.
  await passCard(page, '10 Class Pass').getByText(price, { exact: true }).waitFor();
});
