import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkPage } from './check-page.fixture.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { type Screen, tabTo } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

it('shows that there is nothing to do on a day without classes', async () => {
  // After the classes of the other tests.
  await site.moveClock({ now: `${await site.dayIn(3)}T06:00:00.000Z` });
  const page = await visitAsAdmin(site, '/admin', 'phone');
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByText('No class is planned.').waitFor();
  await page.getByText('Nobody comes for the first time today.').waitFor();
  await checkPage(page, 'today-empty', 'phone');
});

it.each<Screen>(['desktop', 'phone'])(
  'shows what the day needs, and leads to the member and the class, on a %s',
  async (screen) => {
    const name = `Nora First ${screen}`;
    const nora = await site.addMember(name, 1);
    // In two days, so that a member can book it; then the clock is moved to that day.
    const planned = await site.addClass(screen === 'desktop' ? '20:00' : '20:30', { days: 2 });
    await bookClass(nora, planned);
    await site.moveClock({ now: `${planned.date}T06:00:00.000Z` });
    const page = await visitAsAdmin(site, '/admin/today', screen);
    const first = page.getByRole('region', { name: 'First time today' });
    const line = first.getByRole('listitem').filter({ hasText: name });
    await line.waitFor();
    await page.getByRole('region', { name: 'Next class' }).getByText('1 of 7 booked').waitFor();
    await checkPage(page, 'today', screen);
    const shown = line.getByRole('link', { name: `${planned.time} Beginner` });
    await tabTo(page, shown);
    await page.keyboard.press('Enter');
    await page
      .getByRole('article', { name: `${planned.time} Beginner` })
      .getByText(name)
      .waitFor();
    await page.goBack();
    await line.getByRole('link', { name }).click();
    await page.getByRole('heading', { name }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/admin\/members\//);
  },
);
