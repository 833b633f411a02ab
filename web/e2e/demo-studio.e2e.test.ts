import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDaysToDay, toLondonDay } from '#domain/london-time.ts';
import { buildWeb } from '#tools/run/build-web.ts';
import { launchBrowser } from '#tools/testing/browser.ts';
import { removeDataDirectory } from '#tools/testing/data-directory.ts';
import { createPreparedStudio } from '#tools/testing/prepared-studio.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { type StudioProcess, startStudioProcess } from '#tools/testing/studio-process.ts';
import { findViolations } from './axe.fixture.ts';
import { visitWithStaffSession } from './staff.fixture.ts';
import { takeScreenshot, visit } from './visit.fixture.ts';

const notice = 'The demo studio is still being made …';
const demoTimeoutMs = 240_000;

let dataDir: string;
let studio: StudioProcess;
let browser: Browser;
beforeAll(async () => {
  buildWeb();
  const prepared = await createPreparedStudio('tideline-demo');
  dataDir = prepared.dataDir;
  [studio, browser] = await Promise.all([
    startStudioProcess(dataDir, { STUDIO_DEMO: 'on' }, prepared.program),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), studio?.stop()]);
  await removeDataDirectory(dataDir);
});

it(
  'shows that the demo studio is being made, and fills open pages when it is done',
  async () => {
    const site = { base: studio.base, browser };
    const { token } = await new StudioClient(studio.base).staff('admin');
    const session = { token, role: 'admin' } as const;
    const staff = await visitWithStaffSession(site, '/admin?tab=memberships', session, { screen: 'phone' });
    await staff.getByText(notice).waitFor();
    await staff.getByText('No active memberships found').waitFor();
    // After the last class of the demo, so that the day stays empty.
    const emptyDay = addDaysToDay(toLondonDay(new Date()), 98);
    const member = await visit(site, `/book-classes?date=${emptyDay}`);
    await member.getByText(notice).waitFor();
    await takeScreenshot(staff, 'demo-being-made', 'phone');
    await takeScreenshot(member, 'demo-being-made', 'desktop');
    expect([...(await findViolations(staff)), ...(await findViolations(member))]).toEqual([]);

    await staff.getByText(notice).waitFor({ state: 'detached', timeout: demoTimeoutMs });
    // The five memberships of the demo below the header row, without a reload.
    await staff.getByRole('table', { name: 'Memberships' }).getByRole('row').nth(5).waitFor();
    await member.getByText('No Classes Available').waitFor();
    expect(await member.getByText(notice).count()).toBe(0);

    const later = await visit(site, '/book-classes');
    await later.getByRole('article').first().waitFor();
    expect(await later.getByText(notice).count()).toBe(0);
  },
  demoTimeoutMs + 60_000,
);
