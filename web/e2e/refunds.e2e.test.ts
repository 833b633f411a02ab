import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkPage } from './check-page.fixture.ts';
import { addSubscriber } from './membership.fixture.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { type Screen, tabTo, visit, waitForOwnEntry, waitForToast } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Opens the refund of a member's payment from the money of the month. */
async function openRefund(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Every movement of money' }).click();
  await dialog(page, /^Money of/)
    .getByRole('searchbox')
    .fill(name);
  await page.getByRole('button', { name: `Refund 5 Class Pass of ${name}` }).click();
  await dialog(page, `Refund 5 Class Pass of ${name}`).waitFor();
}

it.each<Screen>(['desktop', 'phone'])(
  'refunds what is unused after its effects are read, then more of the same payment, on a %s',
  async (screen) => {
    const name = `Greta Goes ${screen}`;
    const greta = await site.addMember(name, 1);
    await bookClass(greta, await site.addClass(screen === 'phone' ? '11:10' : '11:20'));
    const page = await visitAsAdmin(site, '/admin?tab=schedule&view=monthly', screen, [422]);
    await openRefund(page, name);
    const form = dialog(page, `Refund 5 Class Pass of ${name}`);
    await form.getByRole('button', { name: 'Show the effects' }).click();
    await form.getByText('Please say why, in a few words').waitFor();
    await form.getByLabel('Reason').fill('Moves to Leeds');
    await checkPage(page, 'refund-form', screen);
    await form.getByRole('button', { name: 'Show the effects' }).click();
    const effects = dialog(page, `Refund 5 Class Pass of ${name}?`);
    await effects.getByText('£88.00 goes back to the card that paid').waitFor();
    await effects.getByText('4 passes are taken back at once.').waitFor();
    await checkPage(page, 'refund-effects', screen);
    await effects.getByRole('button', { name: 'Refund', exact: true }).click();
    expect(await waitForToast(page, '£88.00 refunded')).toContain('five to ten days');
    await dialog(page, /^Money of/)
      .getByText('Refund', { exact: true })
      .first()
      .waitFor();

    await dialog(page, /^Money of/)
      .getByRole('button', { name: 'Close' })
      .click();
    await waitForOwnEntry(page);
    await page.goto('/admin?tab=refunds');
    await page.getByRole('button', { name: `Details of the 5 Class Pass of ${name}` }).click();
    await dialog(page, `5 Class Pass, ${name}`).getByRole('button', { name: 'Refund more' }).click();
    await form.getByText('£22.00 can be refunded.').waitFor();
    await form.getByRole('radio', { name: 'An amount' }).check();
    await form.getByLabel('Amount in pounds').fill('30');
    await form.getByLabel('Reason').fill('Goodwill');
    await form.getByRole('button', { name: 'Show the effects' }).click();
    await effects.getByText('Only £22.00 of this payment is left. Refund that or less.').waitFor();
    await effects.getByRole('button', { name: 'Go back' }).click();
    await form.getByLabel('Amount in pounds').fill('22');
    await form.getByRole('button', { name: 'Show the effects' }).click();
    await effects.getByText('1 pass is in a booking').waitFor();
    await checkPage(page, 'refund-more', screen);
    await effects.getByRole('button', { name: 'Refund', exact: true }).click();
    await waitForToast(page, '£22.00 refunded');
  },
);

it('refunds by keyboard alone', async () => {
  await site.addMember('Kit Keys', 1);
  const page = await visitAsAdmin(site, '/admin?tab=schedule&view=monthly');
  await openRefund(page, 'Kit Keys');
  const form = dialog(page, 'Refund 5 Class Pass of Kit Keys');
  await tabTo(page, form.getByRole('radio', { name: 'Unused passes only' }));
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => form.getByRole('radio', { name: 'All of it' }).isChecked()).toBe(true);
  await tabTo(page, form.getByLabel('Reason'));
  await page.keyboard.type('Moves to Leeds');
  await page.keyboard.press('Enter');
  const effects = dialog(page, 'Refund 5 Class Pass of Kit Keys?');
  await effects.getByText('5 passes are taken back at once.').waitFor();
  await tabTo(page, effects.getByRole('button', { name: 'Refund', exact: true }));
  await page.keyboard.press('Enter');
  await waitForToast(page, '£110.00 refunded');
});

it.each<Screen>(['desktop', 'phone'])(
  'cancels a purchase within 14 days after what comes back is read, on a %s',
  async (screen) => {
    const wanda = await site.addMember(`Wanda Withdraws ${screen}`, 1);
    await bookClass(wanda, await site.addClass(screen === 'phone' ? '12:10' : '12:20'));
    const page = await visit(site, '/my-passes', { screen, as: wanda });
    const open = page.getByRole('button', { name: 'Cancel this purchase' });
    await open.waitFor();
    await checkPage(page, 'withdraw-card', screen);
    await open.click();
    const question = dialog(page, 'Cancel your 5 Class Pass?');
    await question.getByText('1 class that you have booked is cancelled.').waitFor();
    await question.getByText('£110.00 goes back to the card that paid').waitFor();
    await checkPage(page, 'withdraw-dialog', screen);
    await question.getByRole('button', { name: 'Keep my passes' }).click();
    await waitForOwnEntry(page);
    await tabTo(page, open);
    await page.keyboard.press('Enter');
    await tabTo(page, question.getByRole('button', { name: 'Get £110.00 back' }));
    await page.keyboard.press('Enter');
    expect(await waitForToast(page, 'Purchase cancelled')).toContain('£110.00 goes back');
    await open.waitFor({ state: 'detached' });
    await page.getByText('5 passes taken back with a refund').first().waitFor({ state: 'attached' });
  },
);

it.each<Screen>(['desktop', 'phone'])(
  'ends a membership within 14 days after what comes back is read, on a %s',
  async (screen) => {
    const mia = await addSubscriber(site, `Mia Leaves ${screen}`);
    await bookClass(mia, await site.addClass(screen === 'phone' ? '14:10' : '14:20'));
    const page = await visit(site, '/my-membership', { screen, as: mia });
    const open = page.getByRole('button', { name: 'End it now, with your money back' });
    await open.waitFor();
    await checkPage(page, 'withdraw-membership', screen);
    await tabTo(page, open);
    await page.keyboard.press('Enter');
    const question = dialog(page, 'End your membership now?');
    await question.getByText('Your membership ends now, and you are not charged again.').waitFor();
    await question.getByText('1 class that you have booked is cancelled.').waitFor();
    await checkPage(page, 'withdraw-membership-dialog', screen);
    await tabTo(page, question.getByRole('button', { name: 'Get £180.00 back' }));
    await page.keyboard.press('Enter');
    expect(await waitForToast(page, 'Membership ended')).toContain('£180.00 goes back');
    await page.getByText(/^Your membership ended on/).waitFor();
  },
);
