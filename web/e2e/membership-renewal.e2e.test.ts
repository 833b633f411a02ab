import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { findViolations } from './axe.fixture.ts';
import { addSubscriber, declineNextPayments, payOnCheckoutPage } from './membership.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { takeScreenshot, visit, waitForBadge, waitForFocus, waitForToast } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const membership = z.object({ id: z.number() });

const card = (page: Page) => page.getByRole('region', { name: 'Your Membership' });

it('a membership ends, renews or becomes past due when its month is over', async () => {
  const leaver = await addSubscriber(site, 'Edda Ends');
  const renewer = await addSubscriber(site, 'Rory Renews');
  const debtor = await addSubscriber(site, 'Paul Past Due');
  await declineNextPayments(site, debtor);
  const { id } = await leaver.expect(membership, 'GET', '/api/membership');
  expect((await leaver.call('POST', `/api/membership/${id}/cancel`, {})).status).toBe(200);
  await site.moveClock({ advance: 'P32D' });

  const ended = await visit(site, '/my-membership', { as: leaver });
  await ended.getByText(/^Your membership ended on \w{3} \d\d, \d{4}$/).waitFor();
  await waitForBadge(ended, 'Passes 0');
  await takeScreenshot(ended, 'membership-ended', 'desktop');
  await ended.getByRole('link', { name: 'See the membership' }).click();
  await ended.getByRole('button', { name: 'Start Membership' }).waitFor();

  const renewed = await visit(site, '/my-membership', { as: renewer });
  await waitForBadge(renewed, 'Membership 12');
  await card(renewed).getByText('Active').first().waitFor();

  const due = await visit(site, '/my-membership', { as: debtor, screen: 'phone' });
  await waitForBadge(due, 'Passes 0');
  await card(due).getByText('Past due', { exact: true }).waitFor();
  await card(due).getByText('Your last payment did not go through').waitFor();
  await card(due)
    .getByText(/We try your card again on \w{3} \d+ \w{3}, \d\d:\d\d\./)
    .waitFor();
  await due.getByRole('button', { name: 'Cancel Membership' }).waitFor();
  await takeScreenshot(due, 'membership-past-due', 'phone', true);
  const opened = due.waitForEvent('popup');
  await card(due).getByRole('link', { name: 'Pay £180 now' }).click();
  const tab = await opened;
  await payOnCheckoutPage(tab);
  await tab.getByText('Paid.').waitFor();
  await waitForBadge(due, 'Membership 12');
  await due.getByText('Your last payment did not go through').waitFor({ state: 'detached' });
  await due.getByRole('button', { name: 'Cancel Membership' }).waitFor();
});

/** What a member has at Stripe: the status of the subscription, and of the invoice that was last open. */
const atStripe = z.object({
  data: z.array(
    z.object({
      status: z.string(),
      cancel_at_period_end: z.boolean(),
      metadata: z.object({ memberId: z.string() }),
      latest_invoice: z.object({ status: z.string(), next_payment_attempt: z.number().nullable() }),
    }),
  ),
});
async function readAtStripe(memberId: string) {
  const url = `${site.base}/sandbox/stripe/v1/subscriptions?status=all&expand[]=data.latest_invoice`;
  const answer = await fetch(url, { headers: { authorization: 'Bearer sk_test_sandbox' } });
  const { data } = atStripe.parse(await answer.json());
  return data.find(({ metadata }) => metadata.memberId === memberId);
}
const currentUser = z.object({ user: z.object({ id: z.string() }) });
const getMemberId = async (member: StudioClient) =>
  (await member.expect(currentUser, 'GET', '/api/auth/user')).user.id;

/** Lets the payments of the next month fail. */
async function addDebtors(...names: string[]): Promise<StudioClient[]> {
  const members: StudioClient[] = [];
  for (const name of names) members.push(await addSubscriber(site, name));
  for (const member of members) await declineNextPayments(site, member);
  await site.moveClock({ advance: 'P32D' });
  return members;
}

it('a member cancels an unpaid membership immediately, or with its month, and can resume that one', async () => {
  const [ender, keeper] = await addDebtors('Edith Ends Now', 'Kit Keeps');
  if (ender === undefined || keeper === undefined) throw new Error('No members');

  const page = await visit(site, '/my-membership', { as: ender, screen: 'phone' });
  await card(page)
    .getByText('You can also cancel your membership, now or for the end of the month.')
    .waitFor();
  const cancel = page.getByRole('button', { name: 'Cancel Membership' });
  await cancel.click();
  const dialog = page.getByRole('dialog', { name: 'Cancel your membership?' });
  await dialog.getByText('The open payment of £180 is cancelled. Your card is not tried again.').waitFor();
  await dialog.getByText('You are not charged any more.').waitFor();
  await dialog.getByText('The classes you have booked stay booked.').waitFor();
  expect(await dialog.getByRole('radio', { name: 'Now' }).isChecked()).toBe(true);
  await takeScreenshot(page, 'membership-cancel-unpaid', 'phone');
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await waitForFocus(page, cancel);
  await cancel.click();
  await dialog.getByRole('button', { name: 'Cancel Membership' }).click();
  expect(await waitForToast(page, 'Membership Cancelled')).toContain(
    'Your membership has ended, and you are not charged any more. The classes you have booked stay booked.',
  );
  await page.getByText(/^Your membership ended on \w{3} \d\d, \d{4}$/).waitFor();
  expect(await readAtStripe(await getMemberId(ender))).toMatchObject({
    status: 'canceled',
    latest_invoice: { status: 'void', next_payment_attempt: null },
  });

  const later = await visit(site, '/my-membership', { as: keeper });
  await later.getByRole('button', { name: 'Cancel Membership' }).click();
  await later.getByRole('radio', { name: /^On \w{3} \d\d, \d{4}/ }).check();
  await takeScreenshot(later, 'membership-cancel-unpaid', 'desktop');
  await later.getByRole('dialog').getByRole('button', { name: 'Cancel Membership' }).click();
  expect(await waitForToast(later, 'Membership Cancelled')).toMatch(
    /Your membership ends on \w{3} \d\d, \d{4}, and you are not charged any more\./,
  );
  await card(later).getByText('The classes you have booked stay booked.').waitFor();
  const keeperId = await getMemberId(keeper);
  expect(await readAtStripe(keeperId)).toMatchObject({
    cancel_at_period_end: true,
    latest_invoice: { status: 'void', next_payment_attempt: null },
  });
  await takeScreenshot(later, 'membership-unpaid-cancelling', 'desktop', true);
  await later.getByRole('button', { name: 'Keep my membership' }).click();
  expect(await waitForToast(later, 'Membership Kept')).toMatch(/The next payment is on \w{3} \d\d, \d{4}\./);
  await card(later).getByText('This month is not paid').waitFor();
  await takeScreenshot(later, 'membership-unpaid-month', 'desktop', true);
  expect(await findViolations(later)).toEqual([]);
  expect(await readAtStripe(keeperId)).toMatchObject({ cancel_at_period_end: false });
});

it.each(['desktop', 'phone'] as const)('staff cancel an unpaid membership on a %s', async (screen) => {
  const names = { later: `Lena Later ${screen}`, now: `Nell Now ${screen}` };
  const [later, now] = await addDebtors(names.later, names.now);
  if (later === undefined || now === undefined) throw new Error('No members');
  const page = await visitAsAdmin(site, '/admin?tab=memberships', screen);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row(names.now).getByText('Past due', { exact: true }).waitFor();
  const open = async (name: string) => {
    await page.getByRole('button', { name: `Cancel the membership of ${name}` }).click();
    return page.getByRole('dialog', { name: `Cancel the membership of ${name}?` });
  };

  const first = await open(names.now);
  await first.getByText('The membership ends now, and can’t be brought back').waitFor();
  await first
    .getByText('The open payment is cancelled: the card is not tried again, and nothing more is charged.')
    .waitFor();
  await first.getByText('Classes that are booked stand.').waitFor();
  await takeScreenshot(page, 'admin-membership-cancel-unpaid', screen);
  expect(await findViolations(page)).toEqual([]);
  await first.getByRole('button', { name: 'Cancel membership' }).click();
  expect(await waitForToast(page, 'Membership cancelled')).toContain(
    'It has ended, and nothing more is charged.',
  );
  await row(names.now).waitFor({ state: 'detached' });
  expect(await readAtStripe(await getMemberId(now))).toMatchObject({
    status: 'canceled',
    latest_invoice: { status: 'void' },
  });

  const second = await open(names.later);
  await second.getByRole('radio', { name: /At the end of the unpaid month/ }).check();
  await second.getByText(/^The membership ends on .* Until then it can be kept after all/).waitFor();
  await second.getByRole('button', { name: 'Cancel membership' }).click();
  // By its text: the first toast has the same title.
  expect(await waitForToast(page, 'It ends on')).toMatch(/It ends on \w{3} \d\d, \d{4}, and/);
  await row(names.later).getByText('Past due, ending').waitFor();
  await page.getByRole('button', { name: `Keep the membership of ${names.later}` }).click();
  await waitForToast(page, 'Membership kept');
  await row(names.later).getByText('Not paid, kept').waitFor();
  await row(names.later)
    .getByText(/^This period is not charged. Next charge \w{3} \d+, \d{4}$/)
    .waitFor();
  await takeScreenshot(page, 'admin-membership-kept-unpaid', screen);
});
