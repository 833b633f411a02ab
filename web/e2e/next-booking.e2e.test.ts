import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import { takeScreenshot, visit, waitForFocus, waitForToast, waitUntilSettled } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

describe.each(['phone', 'desktop'] as const)('the next class on the home page on a %s', (screen) => {
  it('shows the earliest booking, and cancels it in two presses with an undo', async () => {
    const next = await site.addClass(screen === 'phone' ? '11:00' : '12:00');
    const later = await site.addClass(screen === 'phone' ? '11:00' : '12:00', { days: 3 });
    const member = await site.addMember(`Nell Next ${screen}`, 1);
    await bookClass(member, later);
    await bookClass(member, next);
    const page = await visit(site, '/', { as: member, screen });
    const strip = page.getByRole('region', { name: 'Your next class' });
    await strip.getByText(/^Free to cancel until /).waitFor();
    await strip.getByText('with Marina Hale').waitFor();
    expect((await strip.boundingBox())?.y).toBeLessThan(200);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'next-booking', screen);
    const shown = await strip.getByRole('link').textContent();
    await strip.getByRole('button', { name: 'Cancel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this class?' });
    await dialog.getByText('Your pass goes back to your 5 Class Pass').waitFor();
    await takeScreenshot(page, 'next-booking-cancel', screen);
    await dialog.getByRole('button', { name: 'Cancel Class' }).click();
    await waitForToast(page, 'Booking Cancelled');
    await waitForFocus(page, strip.getByRole('heading'));
    await strip
      .getByRole('link')
      .filter({ hasNotText: shown ?? '' })
      .waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForToast(page, 'Your place is back');
    await strip.getByRole('link', { name: shown ?? '' }).waitFor();
  });

  it('leads a member without a booking to the timetable, and is not there for a visitor', async () => {
    const page = await visit(site, '/', { as: await site.addMember(`Nils Nothing ${screen}`), screen });
    const strip = page.getByRole('region', { name: 'Your next class' });
    await strip.getByText('Nothing booked yet.').waitFor();
    await takeScreenshot(page, 'next-booking-none', screen);
    await strip.getByRole('link', { name: 'Book a Class' }).click();
    await page.waitForURL(`${site.base}/book-classes`);
    const visitor = await visit(site, '/', { screen });
    await waitUntilSettled(visitor);
    expect(await visitor.getByText('Your next class').count()).toBe(0);
  });
});
