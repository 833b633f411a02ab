import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site, toEmail } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { pressEscape, type Screen, takeScreenshot, visit, waitForToast } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

/** A worker sends emails after the request that caused them. */
const reloadUntilShown = (page: Page, part: Locator): Promise<boolean> =>
  waitFor(async () => {
    await page.reload();
    return part.isVisible();
  });

const screens: readonly Screen[] = ['phone', 'desktop'];

it.each(screens)(
  'shows that mail comes back, to the member and to staff, and tries again, on a %s',
  async (screen) => {
    const name = `Rita Returned ${screen}`;
    const member = await site.addMember(name);
    const outbox = await visit(site, `/sandbox/outbox?to=${encodeURIComponent(toEmail(name))}`, { screen });
    await reloadUntilShown(outbox, outbox.getByText('What becomes of it').first());
    await outbox.getByText('What becomes of it').first().click();
    await takeScreenshot(outbox, 'outbox-reports', screen);
    await outbox.getByRole('button', { name: 'Comes back' }).first().click();
    await outbox.getByRole('heading', { name: 'Outbox' }).waitFor();

    const account = await visit(site, '/account', { as: member, screen });
    const notice = account.getByText('Mails to this address come back');
    // Live updates show it as soon as the report is processed.
    await notice.waitFor();
    await takeScreenshot(account, 'returned-mail', screen);
    expect(await findViolations(account)).toEqual([]);
    const staff = await visitAsAdmin(site, '/admin?tab=members&view=list', screen);
    const row = staff.getByRole('row').filter({ hasText: name });
    await row.getByText('mail comes back').waitFor();
    await takeScreenshot(staff, 'admin-returned-mail', screen);
    expect(await findViolations(staff)).toEqual([]);

    await account.getByRole('button', { name: 'Use another address' }).click();
    await pressEscape(account.getByRole('dialog'));
    await account.getByRole('button', { name: 'Try this one again' }).click();
    await waitForToast(account, 'We Are Trying Again');
    await notice.waitFor({ state: 'detached' });
    await reloadUntilShown(outbox, outbox.getByRole('heading', { name: 'Our emails reach you again' }));
  },
);
