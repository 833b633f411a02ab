import { millisecondsInDay } from 'date-fns/constants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postForm, type RunningSandbox, startSandbox } from '../sandbox.fixture.ts';
import { ensureMonthlyPrice, openSession, payByForm, subscribe } from './subscription.fixture.ts';

let running: RunningSandbox;
let dashboard: string;
beforeAll(async () => {
  running = await startSandbox();
  dashboard = `${running.origin}/sandbox/stripe/dashboard`;
  await ensureMonthlyPrice(running);
});
afterAll(() => running?.stop());

/** Returns the part of the page that shows one subscription. */
async function fetchArticle(id: string): Promise<string> {
  const page = await (await fetch(dashboard)).text();
  const [, after = ''] = page.split(`id="${id}"`);
  return after.split('</article>')[0] ?? '';
}
const sendAction = (id: string, action: string, headers: Record<string, string> = {}) =>
  postForm(`${dashboard}/subscriptions/${id}`, { action }, headers);
const daysFromNow = (days: number) =>
  new Date(running.clock.now().getTime() + days * millisecondsInDay).toISOString();

it('shows only subscriptions that were ever paid, with the member’s id', async () => {
  const london = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/London' } as const;
  const startsAt = new Intl.DateTimeFormat('en-GB', london).format(running.clock.now());
  const { id } = await subscribe(running);
  const { url } = await openSession(running);
  await payByForm(url, '4000000000000002');
  const [unpaid] = (await running.stripe.subscriptions.list({ status: 'incomplete' })).data;
  const html = await fetchArticle(id);
  expect(html).toContain('£180.00</span> a month · active');
  expect(html).toContain('Member m1');
  expect(html).toContain('•••• 4242');
  expect(html).toContain(startsAt);
  expect(await fetchArticle(unpaid?.id ?? '')).toBe('');
});

it('cancels at the period’s end, undoes that, and cancels immediately', async () => {
  const { id } = await subscribe(running);
  expect(await fetchArticle(id)).not.toContain('value="undo"');
  expect((await sendAction(id, 'cancel_at_period_end')).status).toBe(303);
  expect(await fetchArticle(id)).toContain('active, cancelling');
  await sendAction(id, 'undo');
  expect((await running.stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(false);
  await sendAction(id, 'cancel');
  expect(await fetchArticle(id)).toContain('canceled');
  expect(await fetchArticle(id)).not.toContain('<form');
  expect((await sendAction(id, 'undo')).status).toBe(400);
  await running.sandbox.webhooksSettled();
  const ended = running
    .events()
    .flatMap((event) => (event.type === 'customer.subscription.deleted' ? [event.data.object.id] : []));
  expect(ended).toContain(id);
});

it('makes payments fail, then succeed again', async () => {
  const { id } = await subscribe(running);
  await sendAction(id, 'fail');
  expect(await fetchArticle(id)).toContain('•••• 0341, declines');
  await running.advanceTo(daysFromNow(31));
  expect(await fetchArticle(id)).toContain('past due');
  expect(await fetchArticle(id)).toContain('open, tried again');
  expect(await fetchArticle(id)).toMatch(/href="http:[^"]+\/sandbox\/stripe\/invoices\/in_/);
  await sendAction(id, 'work');
  await running.advanceTo(daysFromNow(1));
  expect(await fetchArticle(id)).toContain('· active');
});

it('refuses forms of other sites, unknown actions and unknown subscriptions', async () => {
  const { id } = await subscribe(running);
  expect((await sendAction(id, 'cancel', { origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await sendAction(id, 'give away')).status).toBe(400);
  expect((await sendAction('sub_none', 'cancel')).status).toBe(404);
  expect((await running.stripe.subscriptions.retrieve(id)).status).toBe('active');
});
