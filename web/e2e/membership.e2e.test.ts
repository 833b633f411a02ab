import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { addSubscriber, offer, openCheckout, payCheckout, payOnCheckoutPage } from './membership.fixture.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import {
  findClass,
  holdRequests,
  pressEscape,
  takeScreenshot,
  visit,
  waitForBadge,
  waitForFocus,
  waitForToast,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const membership = z.object({ id: z.number(), currentPeriodEnd: z.string() });

/** 'Dec 12, 2026' */
function formatDate(instant: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    day: '2-digit',
    month: 'short',
    year: 'numeric',
  }).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((each) => each.type === type)?.value;
  return `${part('month')?.slice(0, 3)} ${part('day')}, ${part('year')}`;
}

it('starts from the home page in a new tab, after a declined card', async () => {
  const page = await visit(site, '/#membership', { as: await site.addMember('Hanna Home') });
  await waitForBadge(page, 'Passes 0');
  await offer(page).getByText('£15 per class, a saving of 38%').waitFor();
  await offer(page).getByText('Click button above to create your secure payment link.').waitFor();
  const release = await holdRequests(page, '**/api/create-membership-subscription');
  await offer(page).getByRole('button', { name: 'Start Membership' }).click();
  const creating = offer(page).getByRole('button', { name: 'Creating Payment Link...' });
  await creating.waitFor();
  expect(await creating.isDisabled()).toBe(true);
  release();
  expect(await waitForToast(page, 'Payment Link Ready')).toContain(
    'Click the payment link that appears below to complete your purchase.',
  );
  const link = offer(page).getByRole('link', { name: 'Complete £180/month Payment' });
  await waitForFocus(page, link);
  expect(await offer(page).getByText('Click button above').count()).toBe(0);
  await takeScreenshot(page, 'membership-link-ready', 'desktop');

  const opened = page.waitForEvent('popup');
  await link.click();
  const tab = await opened;
  await payOnCheckoutPage(tab, '4000000000000002');
  await tab.getByRole('alert').getByText('Your card was declined.').waitFor();
  await waitForBadge(page, 'Passes 0');
  await payOnCheckoutPage(tab);
  await tab.waitForURL('**/membership-success?session_id=cs_*');
  await tab.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
  await tab.getByText('Your monthly membership is now active').waitFor();
  await waitForBadge(tab, 'Membership 12');
  // The first tab gets a live update.
  await waitForBadge(page, 'Membership 12');
  await offer(page).getByText('You are a member').waitFor();
  await takeScreenshot(page, 'membership-home-member', 'desktop');
  await offer(page).getByRole('link', { name: 'My Membership' }).click();
  await page.getByText('of 12 classes remaining').waitFor();
});

it('starts from the membership page, also after a cancelled payment, and only once when reloaded', async () => {
  const page = await visit(site, '/membership', {
    as: await site.addMember('Max Membership'),
    screen: 'phone',
  });
  const start = page.getByRole('button', { name: 'Start Membership - £180/month' });
  await start.click();
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await page.getByRole('heading', { level: 1, name: 'Membership Payment Cancelled' }).waitFor();
  await page.getByText('Equal to £15 per class (saving £9 per class)').waitFor();
  await waitForBadge(page, 'Passes 0');
  await page.goto('/membership');
  await start.click();
  await payOnCheckoutPage(page);
  await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
  const sessionId = new URL(page.url()).searchParams.get('session_id') ?? '';
  await page.getByText(`Payment confirmation: ${sessionId.slice(0, 20)}`, { exact: true }).waitFor();
  await waitForBadge(page, 'Membership 12');
  // A reload starts no second membership.
  await page.reload();
  await page.getByText('Your monthly membership is now active').waitFor();
  await page.getByRole('link', { name: 'View My Membership' }).click();
  await page.getByRole('region', { name: 'Your Membership' }).getByText('Active').first().waitFor();
  await page.goto('/membership');
  const card = page.getByRole('region', { name: 'Your Membership' });
  await card.getByText('of 12 classes remaining').waitFor();
  expect(await card.getByRole('term').allTextContents()).toEqual([
    'Start date',
    'Next billing date',
    'Monthly rate',
    'Classes included',
    'Current period',
    'Auto-renewal',
  ]);
  await page.getByText(/£180 is charged automatically on the \d+(st|nd|rd|th) of each month/).waitFor();
  expect(await start.count()).toBe(0);
});

it('names the end and the passes left when it is cancelled, and can be resumed', async () => {
  const member = await addSubscriber(site, 'Carl Cancels');
  const scheduled = await site.addClass('09:00');
  await bookClass(member, scheduled);
  const { currentPeriodEnd } = await member.expect(membership, 'GET', '/api/membership');
  const until = `Your membership stays active until ${formatDate(currentPeriodEnd)}. You have 11 passes to use until then.`;
  const page = await visit(site, '/my-membership', { as: member });
  await waitForBadge(page, 'Membership 11');
  const card = page.getByRole('region', { name: 'Your Membership' });
  const cancel = card.getByRole('button', { name: 'Cancel Membership' });
  await cancel.click();
  const dialog = page.getByRole('dialog', { name: 'Cancel your membership?' });
  await dialog.getByText(until).waitFor();
  await takeScreenshot(page, 'membership-cancel', 'desktop');
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await waitForFocus(page, cancel);
  await cancel.click();
  await dialog.getByRole('button', { name: 'Cancel Membership' }).click();
  expect(await waitForToast(page, 'Membership Cancelled')).toContain(until);
  const keep = card.getByRole('button', { name: 'Keep my membership' });
  await waitForFocus(page, keep);
  expect(await cancel.count()).toBe(0);
  await card
    .getByText(
      `Your membership ends on ${formatDate(currentPeriodEnd)}. Your remaining classes can be used until then.`,
    )
    .waitFor();
  await card.getByText('Cancelled', { exact: true }).waitFor();
  await waitForBadge(page, 'Membership 11');
  await takeScreenshot(page, 'membership-cancelling', 'desktop', true);
  await keep.click();
  expect(await waitForToast(page, 'Membership Kept')).toContain(
    `The next payment is on ${formatDate(currentPeriodEnd)}.`,
  );
  await cancel.waitFor();
  expect(await keep.count()).toBe(0);
  await waitForFocus(page, card.getByRole('link', { name: 'Book a Class' }));
});

it('shows the server’s message when it cannot be cancelled', async () => {
  const page = await visit(site, '/my-membership', {
    as: await addSubscriber(site, 'Cora Cannot'),
    expectedStatuses: [503],
  });
  const error = 'The studio cannot be reached just now.';
  const body = { success: false, error, code: 'UNAVAILABLE', requestId: 'r-1' };
  await page.route('**/api/membership/*/cancel', (route) => route.fulfill({ status: 503, json: body }));
  await page.getByRole('button', { name: 'Cancel Membership' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Membership' }).click();
  expect(await waitForToast(page, 'Cancellation Failed')).toContain(error);
  await page.getByRole('button', { name: 'Cancel Membership' }).waitFor();
});

it('shows a cancellation by staff without a reload', async () => {
  const member = await addSubscriber(site, 'Stella Staff');
  const page = await visit(site, '/my-membership', { as: member });
  await page.getByRole('button', { name: 'Cancel Membership' }).waitFor();
  const { id } = await member.expect(membership, 'GET', '/api/membership');
  expect((await site.admin.call('POST', `/api/admin/memberships/${id}/cancel`, {})).status).toBe(200);
  await page.getByRole('button', { name: 'Keep my membership' }).waitFor();
});

it('refunds a second membership, and informs the member', async () => {
  const member = await site.addMember('Dora Double');
  const [first, second] = [await openCheckout(member), await openCheckout(member)];
  await payCheckout(first);
  const page = await visit(site, `/membership-success?session_id=${first.sessionId}`, { as: member });
  await waitForBadge(page, 'Membership 12');
  expect(second.sessionId).not.toBe(first.sessionId);
  await payCheckout(second);
  await page.goto(`/membership-success?session_id=${second.sessionId}`);
  await page.getByRole('heading', { name: 'You were a member already' }).waitFor();
  await takeScreenshot(page, 'membership-second', 'desktop');
  await waitForBadge(page, 'Membership 12');
});

it('shows an unpaid checkout session as not paid', async () => {
  const member = await site.addMember('Nina Not Yet');
  const { sessionId } = await openCheckout(member);
  const page = await visit(site, `/membership-success?session_id=${sessionId}`, {
    as: member,
    expectedStatuses: [404],
  });
  await page.getByRole('heading', { name: 'Your payment has not gone through' }).waitFor();
  await page.getByText(`Payment confirmation: ${sessionId.slice(0, 20)}`).waitFor();
  await takeScreenshot(page, 'membership-not-paid', 'desktop');
  await page.goto('/membership-success?session_id=cs_test_ofsomeoneelse');
  await page.getByRole('heading', { name: 'We could not find this payment' }).waitFor();
});

it('shows a pending start, and the membership once the payment arrives', async () => {
  const member = await site.addMember('Lena Late');
  const checkout = await openCheckout(member);
  const page = await visit(site, '/class-levels', { as: member, expectedStatuses: [503] });
  await page.route('**/api/membership/complete', (route) => route.fulfill({ status: 503, body: 'Busy' }));
  await page.goto(`/membership-success?session_id=${checkout.sessionId}`);
  await page.getByText('Your monthly membership starts in a moment').waitFor();
  await payCheckout(checkout);
  await page.getByText('Your monthly membership is now active').waitFor();
  await waitForBadge(page, 'Membership 12');
});

it('opens booking at 00:00 with a membership and at 12:00 without', async () => {
  const scheduled = await site.addClass('08:15', { days: 8 });
  const memberPage = await visit(site, '/book-classes', { as: await addSubscriber(site, 'Petra Priority') });
  const memberCard = await findClass(memberPage, scheduled);
  await memberCard.getByText(/^Opens .+, 00:00$/).waitFor();
  const otherPage = await visit(site, '/book-classes', { as: await site.addMember('Olaf Others') });
  const otherCard = await findClass(otherPage, scheduled);
  await otherCard.getByText(/^Opens .+, 12:00$/).waitFor();
});

it('updates the badge with each booking', async () => {
  const scheduled = await site.addClass('10:00');
  const page = await visit(site, '/book-classes', { as: await addSubscriber(site, 'Bo Books') });
  await waitForBadge(page, 'Membership 12');
  const card = await findClass(page, scheduled);
  await card.getByRole('button', { name: 'Book Now' }).click();
  await waitForToast(page, 'Class Booked!');
  await waitForBadge(page, 'Membership 11');
});

it('shows an error when the payment link cannot be created, and can retry', async () => {
  const page = await visit(site, '/#membership', {
    as: await site.addMember('Fay Fails'),
    expectedStatuses: [503, 401],
  });
  const start = offer(page).getByRole('button', { name: 'Start Membership' });
  const path = '**/api/create-membership-subscription';
  await page.route(
    path,
    (route) => route.fulfill({ json: { success: false, error: 'No price is set up' } }),
    {
      times: 1,
    },
  );
  await start.waitFor();
  const release = await holdRequests(page, '**/api/settings/membership_availability');
  await start.click();
  expect(await waitForToast(page, 'Purchase Failed')).toContain('No price is set up');
  // The button stays busy until the availability has been read again, so that no click is lost.
  const creating = offer(page).getByRole('button', { name: 'Creating Payment Link...' });
  expect(await creating.isDisabled()).toBe(true);
  release();
  await page.route(path, (route) => route.fulfill({ json: { success: true } }), { times: 1 });
  await start.click();
  await page.getByText('Failed to create membership').waitFor();
  await page.route(path, (route) => route.fulfill({ status: 401, body: 'Unauthorized' }), { times: 1 });
  await start.click();
  await pressEscape(page.getByRole('dialog', { name: 'Please sign in again' }));
  await page.getByText('Authentication failed. Please sign out and sign in again.').waitFor();
});

it('shows an error when a subscription cannot be started, and can retry', async () => {
  const page = await visit(site, '/membership', {
    as: await site.addMember('Sue Starts'),
    expectedStatuses: [503],
  });
  const start = page.getByRole('button', { name: 'Start Membership - £180/month' });
  await page.route('**/api/membership/subscribe', (route) => route.fulfill({ status: 503, body: 'Busy' }), {
    times: 1,
  });
  await start.click();
  expect(await waitForToast(page, 'Subscription Failed')).toContain(
    'There was an error starting your membership. Please try again.',
  );
  await start.click();
  await page.getByRole('heading', { name: /Subscribe to/ }).waitFor();
});

it('can be started again on a page restored from the back/forward cache', async () => {
  const page = await visit(site, '/membership', { as: await site.addMember('Bea Back') });
  const start = page.getByRole('button', { name: 'Start Membership - £180/month' });
  // 204 keeps the browser on this page, as a restored page would be.
  await page.route('**/checkout/**', (route) => route.fulfill({ status: 204 }), { times: 1 });
  const leaving = page.waitForRequest('**/checkout/**');
  await start.click();
  await leaving;
  const processing = page.getByRole('button', { name: 'Processing...' });
  await processing.waitFor();
  expect(await processing.isDisabled()).toBe(true);
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
  await start.click();
  await page.getByRole('heading', { name: /Subscribe to/ }).waitFor();
});
