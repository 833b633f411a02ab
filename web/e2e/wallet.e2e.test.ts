import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { londonDayIn } from '#tools/testing/open-classes.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findings } from './axe.fixture.ts';
import { openSite, type Site, type TimetableClass } from './site.fixture.ts';
import { badgeReads, picture, type Screen, toast, visit } from './visit.fixture.ts';

let site: Site;
let member: StudioClient;
let soon: TimetableClass;

const started = z.object({ clientSecret: z.string() });
const booked = z.object({ bookingId: z.number() });
const myPasses = z.array(z.object({ id: z.string(), passName: z.string(), takenBack: z.number() }));

const lotsOf = (client: StudioClient) => client.expect(myPasses, 'GET', '/api/user/passes');

async function book({ id }: TimetableClass): Promise<number> {
  return (await member.expect(booked, 'POST', '/api/bookings', { classId: id })).bookingId;
}

async function cancel(bookingId: number): Promise<void> {
  expect((await member.call('POST', '/api/cancel-booking', { bookingId })).status).toBe(200);
}

/** Buys a Single Class and has Stripe send the money back. */
async function buyAndRefund(): Promise<void> {
  const passId = await site.passId('Single Class');
  const { clientSecret } = await member.expect(started, 'POST', '/api/create-payment-intent', { passId });
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
  await waitFor(async () => (await lotsOf(member)).some(({ takenBack }) => takenBack === 1), {
    timeout: 30_000,
    what: 'the pass to be taken back',
  });
}

beforeAll(async () => {
  site = await openSite();
  // All before the clock moves on, which ends the admin's session.
  const [kept, returned, tooLate, later] = await Promise.all([
    site.addClass('09:30', { days: 3 }),
    site.addClass('18:00', { days: 4, name: 'reformer for all' }),
    site.addClass('18:00', { days: 1 }),
    site.addClass('10:00', { days: 5 }),
  ]);
  soon = later;
  // Nine in the morning, so that the class of the evening is less than a day away.
  const clock = await fetch(`${site.base}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: `${londonDayIn(1)}T08:00:00.000Z` }),
  });
  expect(clock.status).toBe(200);
  member = await site.addMember('Wendy Wallet', 1);
  await book(kept);
  await cancel(await book(returned));
  await cancel(await book(tooLate));
  await buyAndRefund();
}, 180_000);
afterAll(() => site?.close());

describe.each<Screen>(['phone', 'desktop'])('on a %s', (screen) => {
  it('each lot opens to where each of its passes went', async () => {
    const page = await visit(site, '/my-passes', { as: member, screen });
    await badgeReads(page, 'Passes 3');
    const lot = page.getByRole('article', { name: '5 Class Pass' });
    const opener = lot.getByRole('button', { name: 'Where each pass went' });
    expect(await opener.getAttribute('aria-expanded')).toBe('false');
    await opener.focus();
    await page.keyboard.press('Enter');
    expect(await opener.getAttribute('aria-expanded')).toBe('true');
    const lines = lot.getByRole('listitem');
    await lines.first().waitFor();
    const told = (await lines.allInnerTexts()).map((line) => line.replace(/\s+/g, ' '));
    const patterns = [
      /^You bought 5 passes, to use by \w{3} \d\d, \d{4}.+5 left/,
      /^Used for Beginner, \w{3} \d+ \w{3}, 09:30 with Marina.+4 left/,
      /^Used for Reformer For All, .+ 18:00 with Marina.+3 left/,
      /^Returned when you cancelled Reformer For All, .+4 left/,
      /^Used for Beginner, .+ 18:00 with Marina.+3 left/,
      /^Lost to a late cancellation of Beginner, .+ 18:00 with Marina.+3 left/,
    ];
    expect(told).toHaveLength(patterns.length);
    for (const [index, pattern] of patterns.entries()) expect(told[index]).toMatch(pattern);
    const places = told.flatMap((line) => [...line.matchAll(/#(\d+)/g)].map(([, place]) => Number(place)));
    expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
    await lot.getByText('5 passes: 3 left, 1 used, 1 lost to a late cancellation').waitFor();
    await lot.getByText('Every pass is accounted for.').waitFor();
    expect(await findings(page)).toEqual([]);
    await picture(page, 'wallet-history', screen, true);

    const refunded = page.getByRole('article', { name: 'Single Class' });
    await refunded.getByText('1 pass taken back with a refund').waitFor();
    await refunded.getByRole('button', { name: 'Where each pass went' }).click();
    await refunded.getByRole('listitem').filter({ hasText: '1 pass taken back with a refund' }).waitFor();
    await refunded.getByText('1 pass: 1 taken back').waitFor();
    await picture(page, 'wallet-refund', screen, true);
    const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(overhang).toBeLessThanOrEqual(0);
    await opener.click();
    await lines.first().waitFor({ state: 'detached' });
  });
});

it('says so when a history cannot be had, and tries again', async () => {
  const page = await visit(site, '/my-passes', { as: member, refusals: [503] });
  const lot = page.getByRole('article', { name: '5 Class Pass' });
  await page.route('**/history', (route) => route.fulfill({ status: 503, body: 'Busy' }), { times: 1 });
  await lot.getByRole('button', { name: 'Where each pass went' }).click();
  await lot.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await lot.getByText('Every pass is accounted for.').waitFor();
});

it('says before a cancellation where the pass goes and that it soon expires', async () => {
  const guest = await site.addMember('Sol Soon');
  expect((await guest.buy(await site.passId('Sign Up Class'))).status).toBe(200);
  expect((await guest.call('POST', '/api/bookings', { classId: soon.id })).status).toBe(200);
  const page = await visit(site, '/my-classes', { as: guest });
  await page.getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this class?' });
  await dialog.getByText('Your pass goes back to your Sign Up Class, which expires in 7 days, on').waitFor();
  await picture(page, 'cancel-expiring', 'desktop');
  await dialog.getByRole('button', { name: 'Cancel Class' }).click();
  expect(await toast(page, 'Booking Cancelled')).toContain(
    'Your pass is back in your Sign Up Class, which expires in 7 days',
  );
});
