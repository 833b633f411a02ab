import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { type Screen, takeScreenshot, waitUntilSettled } from './visit.fixture.ts';
import { startMorning } from './waitlist.fixture.ts';

let site: Site;
let today: string;
beforeAll(async () => {
  site = await openSite();
  await startMorning(site);
  today = (await site.now()).toISOString().slice(0, 10);
  // Two late cancellations, which would have been free under a shorter rule.
  for (const time of ['18:00', '18:15']) {
    const scheduled = await site.addClass(time, { days: 0, maxCapacity: 2 });
    const member = await site.addMember(`Late at ${time.replace(':', '')}`, 1);
    const bookingId = await bookClass(member, scheduled);
    expect((await member.call('POST', '/api/cancel-booking', { bookingId })).status).toBe(200);
  }
});
afterAll(() => site?.close());

describe.each<Screen>(['phone', 'desktop'])('on a %s', (screen) => {
  it('an admin asks what another rule would have done, and reads each difference', async () => {
    const page = await visitAsAdmin(site, '/admin?tab=what-if', screen, [400, 422]);
    await page.getByLabel('First day').fill(today);
    await page.getByLabel('Last day').fill(today);
    await page.getByLabel('Another rule').selectOption({ label: 'Free cancellation' });
    await page.getByText('In force: 24 hours').waitFor();
    await page.getByLabel('Free cancellation, Hours').fill('73');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText(/^Use a number up to 72/).waitFor();
    await page.getByLabel('Free cancellation, Hours').fill('2');
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();

    const lost = page.getByRole('row').filter({ hasText: 'Passes lost by a late cancellation' });
    await lost.getByText('−2').waitFor();
    await page.getByRole('row').filter({ hasText: 'Passes that came back' }).getByText('+2').waitFor();
    await page.getByText('The pass would have come back.').first().waitFor();
    await page.getByRole('heading', { name: 'Over the range of “Free cancellation”' }).waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'what-if', screen, true);
    await page.getByRole('button', { name: /^Show as table/ }).click();
    await page.getByRole('rowheader', { name: '24 hours (in force)' }).waitFor();

    await page
      .getByRole('link', { name: /^Class \d+$/ })
      .first()
      .click();
    await page.waitForURL(/\/audit\?class=\d+/);
  });

  it('shows that nothing would have been different, and why a question cannot be asked', async () => {
    const page = await visitAsAdmin(site, '/admin?tab=what-if', screen, [400, 422]);
    await page.getByLabel('First day').fill(today);
    await page.getByLabel('Last day').fill(today);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText(/^Nothing would have been different\. \d+ events were repeated\.$/).waitFor();

    await page.getByLabel('First day').fill('2001-01-01');
    await page.getByLabel('Last day').fill('2001-01-31');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('Nothing was booked, bought or planned on these days. Choose others.').waitFor();

    await page.getByLabel('First day').fill(today);
    await page.getByLabel('Last day').fill(today);
    for (const [title, hours] of [
      ['Free spots go to everyone under', '20'],
      ['Waitlist books by itself until', '10'],
    ] as const) {
      await page.getByLabel('Another rule').selectOption({ label: title });
      await page.getByLabel(`${title}, Hours`).fill(hours);
    }
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page
      .getByText(/“Free spots go to everyone under” and “Waitlist books by itself until”: /)
      .waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'what-if-refused', screen, true);
  });
});
