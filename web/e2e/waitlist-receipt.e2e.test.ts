import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyReceipt } from '#services/audit/receipt/verify-receipt.ts';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import { takeScreenshot, visit, waitUntilSettled } from './visit.fixture.ts';
import { addFullClass, joinWaitlist, startMorning } from './waitlist.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await startMorning(site);
});
afterAll(() => site?.close());

it.each(['phone', 'desktop'] as const)(
  'shows every moment of the waiting list, and saves it as a file that can be checked, on a %s',
  async (screen) => {
    const scheduled = await addFullClass(site, 1, screen === 'phone' ? '08:00' : '08:15');
    const [first, second] = [
      await site.addMember(`Ahead ${screen}`, 1),
      await site.addMember(`Behind ${screen}`, 1),
    ];
    await joinWaitlist(first, scheduled);
    await joinWaitlist(second, scheduled);
    const page = await visit(site, `/waitlist/${scheduled.id}`, { as: second, screen });
    await page.getByRole('button', { name: 'Show the receipt of this line' }).click();
    await page.getByRole('heading', { level: 2, name: 'Your receipt' }).waitFor();
    await page.getByText('You joined the line at place 2.').waitFor();
    // The open page follows the waiting list.
    await scheduled.freeSeat();
    await page.getByText(/^The spot was offered to the person at place 1, until /).waitFor();
    await page.getByText('You: place 2 of 2').first().waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'waitlist-receipt', screen, true);

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the receipt' }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe(`tideline-waitlist-${scheduled.id}.json`);
    const verdict = verifyReceipt(await readFile(await download.path(), 'utf8'));
    expect(verdict?.problems).toEqual([]);
    expect(verdict?.content.moments.map(({ what }) => what)).toEqual(['joined', 'freed', 'offered']);
    await page.goto(`/waitlist/${scheduled.id}?receipt`);
    await page.getByRole('heading', { level: 2, name: 'Your receipt' }).waitFor();
  },
);
