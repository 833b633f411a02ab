import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { disputesAnswer } from '#services/contract/disputes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { checkPage } from './check-page.fixture.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { type Screen, tabTo, waitForToast } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const readDisputes = async () =>
  (await site.admin.expect(disputesAnswer, 'GET', '/api/admin/disputes')).disputes;

/** A member with five passes and a booking, whose bank disputes the payment. Returns the dispute's id. */
async function addDispute(name: string, email: string, time: string): Promise<string> {
  const member = await new StudioClient(site.base).signUp(email, name);
  const intent = z.object({ clientSecret: z.string() });
  const { clientSecret } = await member.expect(intent, 'POST', '/api/create-payment-intent', {
    passId: await site.findPassId('5 Class Pass'),
    acceptTerms: true,
    startNow: true,
  });
  const paymentIntentId = await member.pay(clientSecret);
  await member.call('POST', '/api/complete-payment', { payment_intent_id: paymentIntentId });
  await bookClass(member, await site.addClass(time));
  await fetch(`${site.base}/sandbox/stripe/dashboard/payments/${paymentIntentId}/dispute`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ kind: 'product_not_received' }),
  });
  const found = await waitFor(async () =>
    (await readDisputes()).find((dispute) => dispute.paymentIntentId === paymentIntentId),
  );
  return found.id;
}

const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Send the evidence?' });

it.each<Screen>(['desktop', 'phone'])(
  'answers a dispute from the refunds, once its evidence is read and changed, on a %s',
  async (screen) => {
    const name = `Łucja Żółć ${screen}`;
    const email = `lucja.${screen}@example.org`;
    await addDispute(name, email, screen === 'phone' ? '11:10' : '11:20');
    const page = await visitAsAdmin(site, '/admin?tab=refunds', screen);
    const panel = page.getByRole('region', { name: 'Disputed' });
    await panel.getByRole('link', { name: `Evidence, ${name}, £110.00` }).waitFor();
    await checkPage(page, 'disputes', screen);
    await panel.getByRole('link', { name: `Evidence, ${name}, £110.00` }).click();
    await page.getByRole('heading', { name: 'Evidence for a dispute' }).waitFor();
    await page.getByText('8 days left').waitFor();
    const summary = page.getByLabel(/^Summary/);
    expect(await summary.inputValue()).toContain(`${name} paid £110.00 for 5 Class Pass`);
    expect(await page.getByLabel(/^Customer’s email/).inputValue()).toBe(email);
    await checkPage(page, 'dispute-evidence', screen);

    await summary.fill('x'.repeat(20_001));
    await page.getByText('1 character too many').waitFor();
    expect(await page.getByRole('button', { name: 'Send to Stripe' }).isDisabled()).toBe(true);
    await summary.fill(`${name} came, and enjoyed it.`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download PDF' }).click(),
    ]);
    expect((await readFile(await download.path(), 'latin1')).slice(0, 5)).toBe('%PDF-');

    await tabTo(page, page.getByRole('button', { name: 'Send to Stripe' }));
    await page.keyboard.press('Enter');
    await confirmation(page).getByText('It can be sent once, and not be changed after that.').waitFor();
    await checkPage(page, 'dispute-confirm', screen);
    await tabTo(page, confirmation(page).getByRole('button', { name: 'Send it' }));
    await page.keyboard.press('Enter');
    await waitForToast(page, 'Evidence sent');
    await page.getByText(/^Sent on .* by Admin$/).waitFor();
    await page.getByText(`${name} came, and enjoyed it.`).waitFor();
    await page
      .getByText(/^Sent as a PDF, which Stripe keeps: file_/)
      .first()
      .waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    await checkPage(page, 'dispute-sent', screen);
  },
);

it('is reached from the money of its member, and shows when a dispute is closed', async () => {
  const id = await addDispute('Clara Closed', 'clara@example.org', '12:10');
  const response = await fetch(`${site.base}/sandbox/stripe/dashboard/disputes/${id}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome: 'lost' }),
  });
  expect(response.status).toBe(303);
  await waitFor(async () => (await readDisputes()).some((each) => each.id === id && each.stage === 'lost'));
  const page = await visitAsAdmin(site, '/admin?tab=refunds');
  await page
    .getByRole('region', { name: 'Disputed' })
    .getByRole('link', { name: 'Clara Closed', exact: true })
    .click();
  await page.getByRole('link', { name: /^Evidence for the dispute of/ }).click();
  await page.getByText('The bank decided for its customer. The money stays with them.').waitFor();
  expect(await page.getByRole('button', { name: 'Send to Stripe' }).count()).toBe(0);
  await checkPage(page, 'dispute-lost', 'desktop');
});
