import { millisecondsInDay } from 'date-fns/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type RunningStudio, startRunningStudio } from '#services/api/testing/running-studio.fixture.ts';
import { SandboxClock } from '#services/api/testing/sandbox-clock.fixture.ts';
import { consentsAnswer } from '#services/contract/consents.ts';
import { membershipAnswer, membershipSessionAnswer } from '#services/contract/membership.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';

let studio: RunningStudio;
let clock: SandboxClock;
let visitor: StudioClient;
beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'silent', STUDIO_DEMO: 'off' });
  clock = new SandboxClock(studio.process.base);
  visitor = new StudioClient(studio.process.base);
});
afterAll(() => studio?.remove());

const advanceClock = async (ms: number) => clock.moveTo(new Date((await clock.now()).getTime() + ms));

const outbox = z.array(
  z.object({
    kind: z.string(),
    text: z.string().default(''),
    action: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
);
/** The emails and list changes of a member, oldest first. */
async function sentTo(email: string) {
  const answer = await fetch(`${studio.process.base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`);
  return outbox.parse(await answer.json()).toReversed();
}
/** The kinds of a member's membership emails, without the prefix. */
const membershipMails = async (email: string) =>
  (await sentTo(email)).flatMap(({ kind }) => /^membership-(.*)$/.exec(kind)?.[1] ?? []);
const waitForMails = (email: string, kinds: readonly string[]) =>
  waitFor(async () => (await membershipMails(email)).join() === kinds.join(), {
    what: `${kinds.join()} to ${email}`,
  });

const openCheckout = async (client: StudioClient) =>
  (await client.expect(membershipSessionAnswer, 'POST', '/api/create-membership-subscription')).sessionUrl;
async function payCheckout(url: string) {
  const { pathname } = new URL(url);
  const answer = await fetch(studio.process.base + pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ cardNumber: '4242424242424242', cardExpiry: '12 / 34', cardCvc: '123' }),
  });
  expect(answer.status).toBe(303);
}
async function signUpMember(email: string) {
  const client = await visitor.signUp(email);
  await payCheckout(await openCheckout(client));
  await waitForMails(email, ['started']);
  return client;
}

const atStripe = z.object({ customer: z.string().optional() });
async function stripe(method: 'GET' | 'POST', path: string, body?: Record<string, string>) {
  const response = await fetch(`${studio.process.base}/sandbox/stripe/v1/${path}`, {
    method,
    headers: { authorization: 'Bearer sk_test_sandbox' },
    ...(body === undefined ? {} : { body: new URLSearchParams(body) }),
  });
  return atStripe.extend({ id: z.string() }).parse(await response.json());
}
/** Changes the card of a member's subscription to one of Stripe's test cards. */
async function changeCard(client: StudioClient, card: string) {
  const { id } = await client.expect(membershipAnswer, 'GET', '/api/membership');
  const [row] = await studio.query('SELECT stripe_subscription_id FROM memberships WHERE id = $1', [id]);
  const subscription = `subscriptions/${row?.stripe_subscription_id}`;
  const { customer = '' } = await stripe('GET', subscription);
  const method = await stripe('POST', `payment_methods/${card}/attach`, { customer });
  await stripe('POST', subscription, { default_payment_method: method.id });
}

describe('a membership', () => {
  it('causes one email for its start, cancellation, resumption, reminder and renewal', async () => {
    const email = 'ann.members@example.com';
    const client = await signUpMember(email);
    const { id, currentPeriodEnd } = await client.expect(membershipAnswer, 'GET', '/api/membership');
    await client.call('POST', `/api/membership/${id}/cancel`);
    await waitForMails(email, ['started', 'cancelling']);
    await client.call('POST', `/api/membership/${id}/resume`);
    await waitForMails(email, ['started', 'cancelling', 'resumed']);

    const end = Date.parse(currentPeriodEnd ?? '');
    await clock.moveTo(new Date(end - 2 * millisecondsInDay));
    const earlier = ['started', 'cancelling', 'resumed', 'reminder'];
    expect(await membershipMails(email)).toEqual(earlier);
    await clock.moveTo(new Date(end + millisecondsInDay));
    expect(await membershipMails(email)).toEqual([...earlier, 'renewed']);
    const kinds = (await sentTo(email)).map(({ kind }) => kind);
    // Its passes cause neither a receipt nor a reminder.
    expect(kinds.filter((kind) => kind === 'receipt' || kind === 'pass-expiring')).toEqual([]);
  });

  it('causes an email for each refused charge and for its end', async () => {
    const email = 'bob.members@example.com';
    const client = await signUpMember(email);
    await changeCard(client, 'pm_card_chargeCustomerFail');
    await advanceClock(45 * millisecondsInDay);
    // The last attempt and the end coincide, and only the end is emailed.
    const tries = Array.from({ length: 4 }, () => 'payment-failed');
    expect(await membershipMails(email)).toEqual(['started', 'reminder', ...tries, 'ended']);
    const [first, second, ...others] = (await sentTo(email))
      .filter(({ kind }) => kind === 'membership-payment-failed')
      .map(({ text }) => /We try it again on ([^.]*)\./.exec(text)?.[1]);
    expect(others).toHaveLength(2);
    expect(first).not.toBe(second);
    expect((await sentTo(email)).at(-1)?.text).toContain('We could not take the £180.00');
    // Besides the webhooks, a sweep queried Stripe after each attempt.
    const settlements = await studio.query(
      "SELECT 1 FROM bullmq.job WHERE name = 'settle-membership' AND state = 'completed'",
    );
    expect(settlements.length).toBeGreaterThanOrEqual(tries.length);
  });

  it('causes an email when a second one is refunded and when a cancelled one ends', async () => {
    const email = 'carl.members@example.com';
    const client = await visitor.signUp(email);
    const urls = [await openCheckout(client), await openCheckout(client)];
    for (const url of urls) await payCheckout(url);
    await waitFor(async () => (await membershipMails(email)).length === 2);
    expect((await membershipMails(email)).toSorted()).toEqual(['refused', 'started']);
    const { id } = await client.expect(membershipAnswer, 'GET', '/api/membership');
    await client.call('POST', `/api/membership/${id}/cancel`);
    await waitFor(async () => (await membershipMails(email)).length === 3);
    await advanceClock(35 * millisecondsInDay);
    expect((await membershipMails(email)).slice(2)).toEqual(['cancelling', 'ended']);
  });
});

describe('the newsletter', () => {
  it('is joined by signing up, left by the link of the welcome email, and joined again', async () => {
    const email = 'eve.members@example.com';
    const client = await visitor.signUp(email);
    const waitForListChanges = (actions: readonly string[]) =>
      waitFor(
        async () => (await sentTo(email)).flatMap(({ action }) => action ?? []).join() === actions.join(),
        { what: `the mailing list: ${actions.join()}` },
      );
    await waitForListChanges(['add']);
    const welcome = await waitFor(
      async () => (await sentTo(email)).find(({ kind }) => kind === 'welcome') ?? null,
    );
    const token = /unsubscribe\?token=([\w.-]+)/.exec(welcome.text)?.[1];
    expect((await visitor.call('POST', '/api/newsletter/unsubscribe', { token })).status).toBe(200);
    await waitForListChanges(['add', 'remove']);
    expect((await client.call('PUT', '/api/user/consents', { newsletter: true })).status).toBe(200);
    await waitForListChanges(['add', 'remove', 'add']);
  });

  it('is left with the one click of a mail program (RFC 8058), and not by opening the address', async () => {
    const email = 'one.click@example.com';
    const client = await visitor.signUp(email);
    const welcome = await waitFor(
      async () => (await sentTo(email)).find(({ kind }) => kind === 'welcome') ?? null,
    );
    expect(welcome.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const [, address = ''] = /^<(.+)>$/.exec(welcome.headers?.['List-Unsubscribe'] ?? '') ?? [];
    const { pathname, search } = new URL(address);
    const { base } = studio.process;
    const url = `${base}${pathname}${search}`;
    const isOnTheList = async () =>
      (await client.expect(consentsAnswer, 'GET', '/api/user/consents')).newsletter;
    const form = (body: string, type = 'application/x-www-form-urlencoded', at = url) =>
      fetch(at, { method: 'POST', headers: { 'content-type': type }, body }).then(({ status }) => status);
    await fetch(url);
    const oneClick = 'List-Unsubscribe=One-Click';
    const refused = [
      form(''),
      form('List-Unsubscribe=Later'),
      form(JSON.stringify({ 'List-Unsubscribe': 'One-Click' }), 'application/json'),
      form(oneClick, 'text/plain'),
      form('x'.repeat(5_000)),
      form(oneClick, undefined, `${url}x`),
      form(oneClick, undefined, `${base}${pathname}`),
    ];
    expect(await Promise.all(refused)).toEqual([400, 400, 400, 415, 413, 400, 400]);
    expect(await isOnTheList()).toBe(true);
    expect(await form(oneClick)).toBe(200);
    expect(await form(oneClick)).toBe(200);
    expect(await isOnTheList()).toBe(false);
    expect((await client.call('PUT', '/api/user/consents', { newsletter: true })).status).toBe(200);
    const body = new FormData();
    body.append('List-Unsubscribe', 'One-Click');
    expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
    expect(await isOnTheList()).toBe(false);
  });
});
