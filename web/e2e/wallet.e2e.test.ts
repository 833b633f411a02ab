import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { endLiveUpdates } from './failing-reads.fixture.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import { type Screen, takeScreenshot, visit, waitForBadge, waitForToast } from './visit.fixture.ts';

let site: Site;
let member: StudioClient;

const createdIntent = z.object({ clientSecret: z.string() });
const myPasses = z.array(z.object({ id: z.string(), passName: z.string(), takenBack: z.number() }));

const readLots = (client: StudioClient) => client.expect(myPasses, 'GET', '/api/user/passes');

async function cancel(bookingId: number): Promise<void> {
  expect((await member.call('POST', '/api/cancel-booking', { bookingId })).status).toBe(200);
}

/** Buys a Single Class and refunds it at Stripe. */
async function buyAndRefund(): Promise<void> {
  const passId = await site.findPassId('Single Class');
  const { clientSecret } = await member.expect(createdIntent, 'POST', '/api/create-payment-intent', {
    passId,
  });
  const intent = await member.pay(clientSecret);
  await member.call('POST', '/api/complete-payment', { payment_intent_id: intent });
  const answer = await fetch(`${site.base}/sandbox/stripe/v1/refunds`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_sandbox',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ payment_intent: intent }),
  });
  expect(answer.status).toBe(200);
  await waitFor(async () => (await readLots(member)).some(({ takenBack }) => takenBack === 1), {
    what: 'the pass to be taken back',
  });
}

beforeAll(async () => {
  site = await openSite();
  const [booked, returned, tooLate] = await Promise.all([
    site.addClass('09:30', { days: 3 }),
    site.addClass('18:00', { days: 4, name: 'reformer for all' }),
    site.addClass('18:00', { days: 1 }),
  ]);
  // The morning of the last class, so that it is less than a day away.
  await site.moveClock({ now: `${tooLate.date}T08:00:00.000Z` });
  member = await site.addMember('Wendy Wallet', 1);
  await bookClass(member, booked);
  await cancel(await bookClass(member, returned));
  await cancel(await bookClass(member, tooLate));
  await buyAndRefund();
});
afterAll(() => site?.close());

describe.each<Screen>(['phone', 'desktop'])('on a %s', (screen) => {
  it('each lot opens a history that accounts for each of its passes', async () => {
    const page = await visit(site, '/my-passes', { as: member, screen });
    await waitForBadge(page, 'Passes 3');
    const lot = page.getByRole('article', { name: '5 Class Pass' });
    const opener = lot.getByRole('button', { name: 'Where each pass went' });
    expect(await opener.getAttribute('aria-expanded')).toBe('false');
    await opener.focus();
    await page.keyboard.press('Enter');
    expect(await opener.getAttribute('aria-expanded')).toBe('true');
    const lines = lot.getByRole('listitem');
    await lines.first().waitFor();
    const texts = (await lines.allInnerTexts()).map((line) => line.replace(/\s+/g, ' '));
    const patterns = [
      /^You bought 5 passes, to use by \w{3} \d\d, \d{4}.+5 left/,
      /^Used for Beginner, \w{3} \d+ \w{3}, 09:30 with Marina.+4 left/,
      /^Used for Reformer For All, .+ 18:00 with Marina.+3 left/,
      /^Returned when you cancelled Reformer For All, .+4 left/,
      /^Used for Beginner, .+ 18:00 with Marina.+3 left/,
      /^Lost to a late cancellation of Beginner, .+ 18:00 with Marina.+3 left/,
    ];
    expect(texts).toHaveLength(patterns.length);
    for (const [index, pattern] of patterns.entries()) expect(texts[index]).toMatch(pattern);
    const positions = texts.flatMap((line) =>
      [...line.matchAll(/#(\d+)/g)].map(([, position]) => Number(position)),
    );
    expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
    await lot.getByText('5 passes: 3 left, 1 used, 1 lost to a late cancellation').waitFor();
    await lot.getByText('Every pass is accounted for.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'wallet-history', screen, true);

    const refunded = page.getByRole('article', { name: 'Single Class' });
    expect(await refunded.isVisible()).toBe(false);
    await page.getByText('Used up (1)').click();
    await refunded.getByText('Taken back', { exact: true }).waitFor();
    await refunded.getByText('1 pass taken back with a refund').waitFor();
    await refunded.getByRole('button', { name: 'Where each pass went' }).click();
    await refunded.getByRole('listitem').filter({ hasText: '1 pass taken back with a refund' }).waitFor();
    await refunded.getByText('1 pass: 1 taken back').waitFor();
    await takeScreenshot(page, 'wallet-refund', screen, true);
    await opener.click();
    await lines.first().waitFor({ state: 'detached' });
  });
});

it('shows an error when a history fails to load, and can retry', async () => {
  const page = await visit(site, '/privacy-policy', { as: member, expectedStatuses: [503] });
  await endLiveUpdates(page);
  await page.goto('/my-passes');
  const lot = page.getByRole('article', { name: '5 Class Pass' });
  await page.route('**/history', (route) => route.fulfill({ status: 503, body: 'Busy' }), { times: 1 });
  await lot.getByRole('button', { name: 'Where each pass went' }).click();
  await lot.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await lot.getByText('Every pass is accounted for.').waitFor();
});

it('shows before a cancellation which lot gets the pass back and that it expires soon', async () => {
  const scheduled = await site.addClass('10:00', { days: 4 });
  const guest = await site.addMember('Sol Soon');
  expect((await guest.buy(await site.findPassId('Sign Up Class'))).status).toBe(200);
  await bookClass(guest, scheduled);
  const page = await visit(site, '/my-classes', { as: guest });
  await page.getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this class?' });
  await dialog.getByText('Your pass goes back to your Sign Up Class, which expires in 7 days, on').waitFor();
  await takeScreenshot(page, 'cancel-expiring', 'desktop');
  await dialog.getByRole('button', { name: 'Cancel Class' }).click();
  expect(await waitForToast(page, 'Booking Cancelled')).toContain(
    'Your pass is back in your Sign Up Class, which expires in 7 days',
  );
});
