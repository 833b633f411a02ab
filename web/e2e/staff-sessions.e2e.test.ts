import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDatabaseUrl } from '#tools/testing/studio-damage.ts';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import { takeScreenshot, visit, waitForToast, waitUntilSettled } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const submitPassword = async (page: Page, password: string) => {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Access Dashboard' }).click();
};

/** Lets every open session be unused for so many minutes, also for the API, which may have cached it. */
async function leaveUnused(minutes: number): Promise<void> {
  const database = new pg.Client({ connectionString: await readDatabaseUrl(site.dataDir) });
  await database.connect();
  await database.query(
    `WITH unused AS (
       UPDATE sessions SET last_used_at = last_used_at - make_interval(mins => $1) RETURNING sid)
     SELECT pg_notify('sessions', sid) FROM unused`,
    [minutes],
  );
  await database.end();
}

it.each(['desktop', 'phone'] as const)(
  'an admin sees where staff are signed in and ends sessions, on a %s',
  async (screen) => {
    const instructor = await visit(site, '/classes', { screen, expectedStatuses: [401] });
    await submitPassword(instructor, 'instructor-sandbox');
    await instructor.getByRole('button', { name: 'Log Out' }).waitFor();
    const admin = await visit(site, '/admin?tab=staff&view=sessions', { screen, expectedStatuses: [401] });
    await submitPassword(admin, 'admin-sandbox');
    await admin.getByText('(this one)').waitFor();
    await waitUntilSettled(admin);
    expect(await findViolations(admin)).toEqual([]);
    await takeScreenshot(admin, 'admin-staff-sessions', screen, true);

    const row = admin
      .getByRole('row')
      .filter({ hasText: 'Instructor' })
      .filter({ hasText: 'Chrome on Linux' });
    await row.getByRole('button', { name: /^End the session of Shared password/ }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByText('Chrome on Linux is signed out at once.').waitFor();
    await takeScreenshot(admin, 'admin-staff-session-end', screen);
    await dialog.getByRole('button', { name: 'End session' }).click();
    await waitForToast(admin, 'Session ended');
    await row.waitFor({ state: 'detached' });
    await instructor.reload();
    await instructor.getByRole('button', { name: 'Access Dashboard' }).waitFor();

    await admin.getByRole('row').filter({ hasText: '(this one)' }).getByRole('button').click();
    await dialog.getByRole('button', { name: 'End session' }).click();
    await admin.getByRole('button', { name: 'Access Dashboard' }).waitFor();
  },
);

it.each(['desktop', 'phone'] as const)(
  'the histories close after half an hour, and open where they were, on a %s',
  async (screen) => {
    const page = await visit(site, '/audit', { screen, expectedStatuses: [401] });
    await submitPassword(page, 'auditor-sandbox');
    const desk = page.getByRole('navigation', { name: 'Auditor’s desk' });
    await desk.waitFor();
    await leaveUnused(31);
    await desk.getByRole('link', { name: 'Check the store' }).click();
    await page.getByText('You were away for half an hour. Please sign in again to go on.').waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'staff-gate-idle', screen);
    await submitPassword(page, 'auditor-sandbox');
    await desk.waitFor();
    expect(new URL(page.url()).search).toBe('?view=verify');
    expect(await page.getByText('You were away').count()).toBe(0);
  },
);
