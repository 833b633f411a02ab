import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDaysToDay, toLondonDay } from '#domain/london-time.ts';
import { checkPage } from './check-page.fixture.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { type Screen, tabTo, visit, waitForToast } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const dialog = (page: Page, name: RegExp) => page.getByRole('dialog', { name });
const dayIn = (days: number) => addDaysToDay(toLondonDay(new Date()), days);

it.each<[Screen, number]>([
  ['desktop', 3],
  ['phone', 5],
])(
  'closes a day after its effects are read, tells members why, and lifts it, on a %s',
  async (screen, days) => {
    const day = dayIn(days);
    const kit = await site.addMember(`Kit Closed ${screen}`, 1);
    await bookClass(kit, await site.addClass('10:00', { days }));
    const page = await visitAsAdmin(site, '/admin?view=closures', screen);
    const form = page.getByRole('form', { name: 'Close the Studio' });
    await form
      .getByRole('button', { name: /Boxing Day/ })
      .first()
      .waitFor();
    await checkPage(page, 'closures-form', screen);
    await form.getByLabel('First closed day').fill(day);
    expect(await form.getByLabel('Last closed day').inputValue()).toBe(day);
    await tabTo(page, form.getByLabel('Reason'));
    await page.keyboard.type(`Works ${screen}`);
    await page.keyboard.press('Enter');
    const question = dialog(page, /^Close on/);
    await question.getByText('1 class is cancelled.').waitFor();
    await question.getByText('1 booking ends, and 1 pass goes back.').waitFor();
    await checkPage(page, 'closures-effects', screen);
    await tabTo(page, question.getByRole('button', { name: 'Close these days' }));
    await page.keyboard.press('Enter');
    await waitForToast(page, 'Closing days set');
    const row = page.getByRole('article', { name: new RegExp(`^Works ${screen}, `) });
    await row.getByText('Ahead').waitFor();

    const visitor = await visit(site, `/book-classes?date=${day}`, { screen, as: kit });
    await visitor.getByText(`Closed: Works ${screen}`).waitFor();
    await checkPage(visitor, 'closed-day', screen);

    await row.getByRole('button', { name: 'Lift' }).click();
    const lifting = dialog(page, /after all/);
    await lifting.getByText('Classes that were cancelled stay cancelled.').waitFor();
    await lifting.getByRole('button', { name: 'Lift closing days' }).click();
    await waitForToast(page, 'Closing days lifted');
    await row.getByText('Lifted').waitFor();
    await visitor.getByText('No Classes Available').waitFor();
  },
);

it('fills in a bank holiday, and refuses days in the wrong order', async () => {
  const page = await visitAsAdmin(site, '/admin?view=closures', 'desktop', [422]);
  const form = page.getByRole('form', { name: 'Close the Studio' });
  // The same day each year, so that the next twelve months have one.
  await form
    .getByRole('button', { name: /Boxing Day/ })
    .first()
    .click();
  expect(await form.getByLabel('Reason').inputValue()).toMatch(/^Boxing Day/);
  const first = await form.getByLabel('First closed day').inputValue();
  await form.getByLabel('Last closed day').fill(addDaysToDay(first, -1));
  await form.getByRole('button', { name: 'Close these days' }).click();
  await dialog(page, /^Close on/)
    .getByText('Choose a last day that is not before the first')
    .waitFor();
});
