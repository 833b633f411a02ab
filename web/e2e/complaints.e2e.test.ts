import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import {
  type Screen,
  tabTo,
  takeScreenshot,
  visit,
  waitForToast,
  waitUntilSettled,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

it.each<Screen>(['desktop', 'phone'])(
  'takes a complaint from the privacy policy to its answer by staff, on a %s',
  async (screen) => {
    const name = `Ada Shore ${screen}`;
    const page = await visit(site, '/privacy-policy', { screen });
    await page.getByRole('link', { name: 'complain to us' }).click();
    await page.getByRole('heading', { name: 'Complain About Your Data' }).waitFor();
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Send complaint' }).click();
    await main.getByText('Please say what went wrong, in a sentence or two').waitFor();
    await main.getByLabel('Name').fill(name);
    await main.getByLabel('Email').fill(`ada.${screen}@example.org`);
    await main.getByLabel('What went wrong?').fill('You still write to my old address.');
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'complaint-form', screen);
    await tabTo(page, main.getByRole('button', { name: 'Send complaint' }));
    await page.keyboard.press('Enter');
    await main.getByText('We have your complaint').waitFor();

    const staff = await visitAsAdmin(site, '/admin', screen);
    await staff.getByRole('link', { name: 'Complaints' }).click();
    const entry = staff.getByRole('article', { name });
    await entry.getByText('You still write to my old address.').waitFor();
    await entry.getByRole('button', { name: 'Send answer' }).click();
    await entry.getByText('Please write the answer').waitFor();
    await entry.getByLabel('Your answer').fill('We have corrected it, and we are sorry.');
    await waitUntilSettled(staff);
    expect(await findViolations(staff)).toEqual([]);
    await takeScreenshot(staff, 'complaints-log', screen);
    await tabTo(staff, entry.getByRole('button', { name: 'Send answer' }));
    await staff.keyboard.press('Enter');
    await waitForToast(staff, 'Answer sent');
    await entry.getByText('Answered', { exact: true }).waitFor();
    await waitUntilSettled(staff);
    expect(await findViolations(staff)).toEqual([]);
    await takeScreenshot(staff, 'complaints-answered', screen);
  },
);
