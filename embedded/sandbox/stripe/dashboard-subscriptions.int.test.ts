import { millisecondsInDay } from 'date-fns/constants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postForm, type RunningSandbox, startSandbox } from '../sandbox.fixture.ts';
import { monthlyPrice, openSession, payByForm, subscribe } from './subscription.fixture.ts';

let running: RunningSandbox;
let dashboard: string;
beforeAll(async () => {
  running = await startSandbox();
  dashboard = `${running.origin}/sandbox/stripe/dashboard`;
  await monthlyPrice(running);
});
afterAll(() => running.stop());

/** The part of the page that shows one subscription. */
async function shown(id: string): Promise<string> {
  const page = await (await fetch(dashboard)).text();
  const [, after = ''] = page.split(`id="${id}"`);
  return after.split('</article>')[0] ?? '';
}
const act = (id: string, action: string, headers: Record<string, string> = {}) =>
  postForm(`${dashboard}/subscriptions/${id}`, { action }, headers);
const laterBy = (days: number) =>
  new Date(running.clock.now().getTime() + days * millisecondsInDay).toISOString();

it('shows those that were ever paid, with the member’s reference', async () => {
  const { id } = await subscribe(running);
  const { url } = await openSession(running);
  await payByForm(url, '4000000000000002');
  const [unpaid] = (await running.stripe.subscriptions.list({ status: 'incomplete' })).data;
  const html = await shown(id);
  expect(html).toContain('£180.00</span> a month · active');
  expect(html).toContain('Member m1');
  expect(html).toContain('•••• 4242');
  expect(html).toContain('4 May 2026, 10:00');
  expect(await shown(unpaid?.id ?? '')).toBe('');
});

it('cancels at the period’s end, undoes that, and cancels now', async () => {
  const { id } = await subscribe(running);
  expect(await shown(id)).not.toContain('value="undo"');
  expect((await act(id, 'cancel_at_period_end')).status).toBe(303);
  expect(await shown(id)).toContain('active, cancelling');
  await act(id, 'undo');
  expect((await running.stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(false);
  await act(id, 'cancel');
  expect(await shown(id)).toContain('canceled');
  expect(await shown(id)).not.toContain('<form');
  expect((await act(id, 'undo')).status).toBe(400);
  await running.sandbox.webhooksSettled();
  expect(running.events().map(({ type }) => type)).toContain('customer.subscription.deleted');
});

it('makes payments fail and work again', async () => {
  const { id } = await subscribe(running);
  await act(id, 'fail');
  expect(await shown(id)).toContain('•••• 0341, declines');
  await running.advanceTo(laterBy(31));
  expect(await shown(id)).toContain('past due');
  expect(await shown(id)).toContain('open, tried again');
  expect(await shown(id)).toMatch(/href="http:[^"]+\/sandbox\/stripe\/invoices\/in_/);
  await act(id, 'work');
  await running.advanceTo(laterBy(1));
  expect(await shown(id)).toContain('· active');
});

it('refuses forms of other sites, and what is not there', async () => {
  const { id } = await subscribe(running);
  expect((await act(id, 'cancel', { origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await act(id, 'give away')).status).toBe(400);
  expect((await act('sub_none', 'cancel')).status).toBe(404);
  expect((await running.stripe.subscriptions.retrieve(id)).status).toBe('active');
});
