import { z } from 'zod';
import { launchBrowser } from '#tools/testing/browser.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { untilTrue } from '#tools/testing/until-true.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type Figure, median, whole } from '../measure.ts';
import type { Child } from '../servers/child.ts';
import type { Filled } from '../servers/studio-server.ts';

const members = 5_000;
const bookings = 20_000;
const requests = 40;
const goalMs = 100;
/** A response within this feels immediate. */
const frameGoalMs = 200;

const list = z.object({ members: z.array(z.object({ id: z.string(), totalBookings: z.number() })) });

/** Measures sequential requests in milliseconds, to the last byte. */
async function measureRequests(url: string, token: string): Promise<{ each: number[]; bytes: number }> {
  const each: number[] = [];
  let bytes = 0;
  for (let count = 0; count < requests; count += 1) {
    const started = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    bytes = (await response.arrayBuffer()).byteLength;
    each.push(performance.now() - started);
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  }
  return { each, bytes };
}

/** Runs in the page and records the longest time between two frames, in milliseconds. */
const watchFrames = `
  globalThis.longestFrame = 0;
  let last = performance.now();
  requestAnimationFrame(function frame(time) {
    globalThis.longestFrame = Math.max(globalThis.longestFrame, time - last);
    last = time;
    requestAnimationFrame(frame);
  });`;

/** Measures the longest frame while a user searches, sorts, pages and scrolls through all members. */
async function measureTable(base: string, token: string): Promise<Figure> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${base}/privacy-policy`);
    const session = JSON.stringify({ token, role: 'admin', name: null });
    await page.evaluate(`sessionStorage.setItem('staffSession', ${JSON.stringify(session)})`);
    await page.goto(`${base}/admin?tab=members`);
    const table = page.getByRole('table', { name: 'Members' });
    await table.getByRole('row').nth(1).waitFor();
    await page.evaluate(watchFrames);
    await page.getByRole('searchbox', { name: 'Search members' }).pressSequentially('shore 4321');
    await untilTrue(page, 'document.querySelectorAll("tbody tr").length < 3');
    await page.getByRole('searchbox', { name: 'Search members' }).fill('');
    for (const column of ['Name', 'Email', 'Last class'])
      await page.getByRole('button', { name: column, exact: true }).click();
    for (let turned = 0; turned < 5; turned += 1) {
      await page.getByRole('button', { name: 'Next' }).click();
      await table.hover();
      await page.mouse.wheel(0, 600);
    }
    const longest = Number(await page.evaluate('globalThis.longestFrame'));
    return {
      name: `(i) Members tab with ${whole(members)} rows: longest frame of searching, sorting, paging and scrolling`,
      measured: `${Math.round(longest)} ms`,
      goal: `< ${frameGoalMs} ms`,
      met: longest < frameGoalMs,
    };
  } finally {
    await browser.close();
  }
}

/** (i) Measures the staff's lists in a studio of 5,000 members and 20,000 bookings, to the last byte. */
export async function measureStaffLists(studio: Child): Promise<Figure[]> {
  const { port } = await studio.ask<Filled>({ kind: 'fill', members, bookings });
  const base = `http://127.0.0.1:${port}`;
  const admin = await new StudioClient(base).staff('admin');
  const shown = await waitFor(
    async () => {
      const { members: all } = await admin.expect(list, 'GET', '/api/admin/members');
      const booked = all.reduce((sum, { totalBookings }) => sum + totalBookings, 0);
      return all.length >= members && booked >= bookings ? all : null;
    },
    { timeout: 120_000, what: 'the read models' },
  );
  const memberId = shown[0]?.id ?? '';
  const paths = [
    '/api/admin/members',
    '/api/admin/recent-bookings',
    `/api/admin/member-bookings/${memberId}`,
    `/api/admin/member-passes/${memberId}`,
    `/api/admin/members/${memberId}`,
    ...['sho', 'shore 4321', '07700900123', 'beginner', '12'].map(
      (q) => `/api/admin/search?q=${encodeURIComponent(q)}`,
    ),
  ];
  const figures: Figure[] = [];
  for (const path of paths) {
    const { each, bytes } = await measureRequests(base + path, admin.token);
    const slow = [...each].sort((a, b) => a - b)[Math.floor(each.length * 0.95)] ?? Number.NaN;
    figures.push({
      name: `(i) GET ${path.replace(memberId, '{id}')}, ${whole(members)} members and ${whole(bookings)} bookings`,
      measured: `${median(each).toFixed(1)} ms (95% within ${slow.toFixed(1)} ms, ${whole(bytes)} bytes)`,
      goal: `< ${goalMs} ms`,
      met: median(each) < goalMs,
    });
  }
  return [...figures, await measureTable(base, admin.token)];
}
