import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { profileAnswer } from '#services/contract/account.ts';
import { adminMembersAnswer } from '#services/contract/admin-members.ts';
import { consentsAnswer } from '#services/contract/consents.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { personAnswer } from '#services/contract/person.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

let studio: RunningStudio;
let clock: SandboxClock;
let visitor: StudioClient;
let admin: StudioClient;
beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'info', STUDIO_DEMO: 'off' });
  clock = new SandboxClock(studio.process.base);
  visitor = new StudioClient(studio.process.base);
  admin = await visitor.staff('admin');
});
afterAll(() => studio?.remove());
// Many tests expect an inbox with their own webhooks only.
beforeEach(() => studio.query('DELETE FROM brevo_webhooks'));

const secret = 'brevo-sandbox';
async function deliver(body: unknown, authorization = `Bearer ${secret}`) {
  const response = await fetch(`${studio.process.base}/api/webhooks/brevo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization === '' ? {} : { authorization }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
/** An event as Brevo sends it about a transactional email; `id` is the webhook's. */
const mailEvent = (event: string, email: string, at: Date, changes: object = {}) => ({
  event,
  email,
  id: 26_224,
  date: '2026-05-12 11:00:00',
  ts: Math.floor(at.getTime() / 1_000),
  'message-id': '<202605120900.1@smtp-relay.mailin.fr>',
  ts_event: Math.floor(at.getTime() / 1_000),
  subject: 'Booked: Beginner',
  tag: '["booking-confirmed"]',
  sending_ip: '192.0.2.7',
  ts_epoch: at.getTime(),
  tags: ['booking-confirmed'],
  reason: 'sample',
  ...changes,
});
const rows = () => studio.query('SELECT type, processed_at, email_hash FROM brevo_webhooks');
const waitUntilProcessed = () =>
  waitFor(async () => (await rows()).every((row) => row.processed_at !== null && row.email_hash === null), {
    what: 'an empty inbox',
  });
async function report(...events: object[]) {
  for (const event of events) expect(await deliver(event)).toEqual({ status: 200, body: { received: true } });
  await waitUntilProcessed();
  // Resolves when the read models have followed.
  await clock.advance('PT1S');
}
const readFault = async (client: StudioClient) =>
  (await client.expect(profileAnswer, 'GET', '/api/user/profile')).profile.addressFault;
const readConsent = async (client: StudioClient) =>
  (await client.expect(consentsAnswer, 'GET', '/api/user/consents')).newsletter;
const consent = async (client: StudioClient, newsletter: boolean) =>
  expect((await client.call('PUT', '/api/user/consents', { newsletter })).status).toBe(200);
const readTypes = async (memberId: unknown) =>
  (
    await studio.queryEvents(
      'SELECT type FROM event_store.readable_events WHERE stream = $1 ORDER BY revision',
      [`member-${memberId}`],
    )
  ).map(({ type }) => type);
const readShown = async (email: string) =>
  (await admin.expect(adminMembersAnswer, 'GET', '/api/admin/members')).members.find(
    (member) => member.email === email,
  );
const outbox = z.array(
  z.object({ kind: z.string(), list: z.number().optional(), action: z.string().optional() }),
);
const readMails = async (email: string) =>
  outbox.parse(
    await (await fetch(`${studio.process.base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`)).json(),
  );

describe('the webhook of Brevo', () => {
  const email = 'nobody@example.com';

  it.each([
    ['no secret', ''],
    ['another secret', 'Bearer brevo-sandboy'],
    ['an empty secret', 'Bearer '],
    ['the secret without its scheme', secret],
    ['a longer secret', `Bearer ${secret}x`],
  ])('is refused with %s, before its body is read', async (_name, authorization) => {
    for (const body of [mailEvent('spam', email, new Date()), '{', 'null']) {
      const answer = await deliver(body, authorization);
      expect([answer.status, errorAnswer.parse(answer.body).code]).toEqual([401, 'UNAUTHENTICATED']);
    }
    expect(await rows()).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['broken JSON', '{"event":'],
    ['null', 'null'],
    ['a number', '42'],
    ['an empty list', []],
    ['a list with something else', [mailEvent('spam', email, new Date()), 7]],
    ['nothing', {}],
    ['no event', { email }],
    ['an event that is a list', mailEvent('spam', email, new Date(), { event: ['spam'] })],
    ['an event with a null character', mailEvent('spam\u0000', email, new Date())],
    ['a very long event', mailEvent('x'.repeat(101), email, new Date())],
    ['no address', mailEvent('hard_bounce', email, new Date(), { email: undefined })],
    ['an address that is none', mailEvent('hard_bounce', 'nobody', new Date())],
    ['several addresses', mailEvent('hard_bounce', email, new Date(), { email: [email] })],
    ['a time that is a text', mailEvent('spam', email, new Date(), { ts_event: 'now' })],
    ['a time beyond all calendars', mailEvent('spam', email, new Date(), { ts_event: 1e300 })],
    ['a negative time', mailEvent('spam', email, new Date(), { ts_event: -1 })],
    ['a time with a fraction', mailEvent('spam', email, new Date(), { ts_event: 1.5 })],
    ['a message that is a number', mailEvent('spam', email, new Date(), { 'message-id': 7 })],
  ])('is refused with %s, and leaves nothing', async (_name, body) => {
    const answer = await deliver(body);
    expect([answer.status, errorAnswer.parse(answer.body).success]).toEqual([400, false]);
    expect(await rows()).toEqual([]);
  });

  it('is accepted and noted with an event that nothing follows from, of a contact too', async () => {
    const at = new Date();
    await report(
      mailEvent('delivered', email, at),
      mailEvent('something_new', email, at),
      { event: 'contact_deleted', email: [email], id: 1, date: '2026-05-12 11:00:00', ts: 1_780_000_000 },
      { event: 'list_addition', email, list_id: [2], ts_event: 1_780_000_000 },
      mailEvent('hard_bounce', email, at),
    );
    expect((await rows()).map(({ type }) => type).toSorted()).toEqual([
      'contact_deleted',
      'delivered',
      'hard_bounce',
      'list_addition',
      'something_new',
    ]);
  });

  it('is stored once, however often it comes, and never with an address', async () => {
    const { length } = await rows();
    const event = mailEvent('soft_bounce', 'private.person@example.com', new Date());
    await Promise.all(Array.from({ length: 5 }, () => deliver(event)));
    await report([event, event, { ...event, ts_event: event.ts_event + 1 }]);
    expect(await rows()).toHaveLength(length + 2);
    const stored = await studio.query(
      `SELECT 1 FROM brevo_webhooks b WHERE b::text LIKE '%private%'
       UNION ALL SELECT 1 FROM bullmq.job j WHERE j::text LIKE '%private.person%'`,
    );
    expect(stored).toEqual([]);
    expect(studio.process.printed()).not.toContain('private.person');
  });
});

describe('a report about a member', () => {
  const join = async (name: string) => {
    const email = `${name}.reports@example.com`;
    const client = await visitor.signUp(email);
    await consent(client, true);
    const { id = '' } = (await readShown(email)) ?? {};
    await clock.advance('PT10S');
    return { client, email, memberId: id };
  };

  it('that they unsubscribed withdraws the consent, from transactional mail and campaigns', async () => {
    for (const [name, event] of [
      ['una', mailEvent('unsubscribed', 'una.reports@example.com', await clock.now())],
      ['ulf', { event: 'unsubscribe', email: 'ulf.reports@example.com', camp_id: 9, list_id: [2] }],
    ] as const) {
      const { client, email } = await join(name);
      await report({ ...event, email: email.toUpperCase(), ts_event: undefined, ts: undefined });
      expect([await readConsent(client), await readFault(client)]).toEqual([false, null]);
      await waitFor(async () =>
        (await readMails(email)).some(({ list, action }) => list === 2 && action === 'remove'),
      );
    }
  });

  it('is ignored when the member gave the consent again since, in whatever order both come', async () => {
    const { client, email, memberId } = await join('ola');
    const first = await clock.now();
    await report(mailEvent('unsubscribed', email, first));
    await clock.advance('PT1M');
    await consent(client, true);
    const late = { 'message-id': `<${randomUUID()}@smtp-relay.mailin.fr>` };
    await report(mailEvent('unsubscribed', email, first, late), mailEvent('unsubscribed', email, first));
    expect(await readConsent(client)).toBe(true);
    // The first is that to the health answers.
    expect((await readTypes(memberId)).filter((type) => String(type).startsWith('Consent'))).toHaveLength(4);
  });

  it.each(['hard_bounce', 'invalid_email', 'blocked'] as const)(
    'of %s marks the address for the member and staff, once, until it is tried again',
    async (event) => {
      const { client, email, memberId } = await join(event.replace('_', ''));
      const at = await clock.now();
      await report(mailEvent(event, email, at), mailEvent(event, email, at));
      await report(mailEvent('hard_bounce', email, at, { 'message-id': '<2@smtp-relay.mailin.fr>' }));
      expect([await readFault(client), (await readShown(email))?.addressFault]).toEqual([event, event]);
      expect(await readConsent(client)).toBe(true);
      expect((await readTypes(memberId)).filter((type) => type === 'AddressMarked')).toHaveLength(1);

      await clock.advance('PT1M');
      const tryAgain = () => client.call('POST', '/api/user/email/try-again');
      expect([(await tryAgain()).status, (await tryAgain()).status]).toEqual([200, 200]);
      expect([await readFault(client), (await readShown(email))?.addressFault]).toEqual([null, null]);
      await waitFor(async () => (await readMails(email)).some(({ kind }) => kind === 'address-check'));
      await clock.advance('PT1M');
      expect((await readMails(email)).filter(({ kind }) => kind === 'address-check')).toHaveLength(1);
      // What happened before is out of date; what happens now is not.
      await report(mailEvent(event, email, at, { 'message-id': '<3@smtp-relay.mailin.fr>' }));
      expect(await readFault(client)).toBeNull();
      await report(mailEvent(event, email, await clock.now()));
      expect(await readFault(client)).toBe(event);
    },
  );

  it('of spam marks the address and withdraws the consent', async () => {
    const { client, email } = await join('sam');
    await report(mailEvent('spam', email, await clock.now()));
    expect([await readFault(client), await readConsent(client)]).toEqual(['spam', false]);
  });

  it('about an address that they no longer have marks nothing, and another address clears the mark', async () => {
    const { client, email } = await join('cleo');
    await report(mailEvent('hard_bounce', email, await clock.now()));
    const next = 'cleo.next@example.com';
    const change = { newEmail: next, currentPassword: 'seaside-7' };
    expect((await client.call('POST', '/api/user/email', change)).status).toBe(200);
    const mails = z.array(z.object({ kind: z.string(), text: z.string() }));
    const token = await waitFor(async () => {
      const answer = await fetch(`${studio.process.base}/sandbox/outbox.json?to=${next}`);
      const link = mails.parse(await answer.json()).find(({ kind }) => kind === 'email-change');
      return /\/confirm-email\?token=([\w-]+)/.exec(link?.text ?? '')?.[1];
    });
    expect((await client.call('POST', '/api/auth/confirm-email', { token })).status).toBe(200);
    expect(await readFault(client)).toBeNull();
    await report(mailEvent('spam', email, await clock.now()));
    expect([await readFault(client), await readConsent(client)]).toEqual([null, true]);
  });
});

describe('a report about one email', () => {
  async function join(name: string) {
    const email = `${name}.outcome@example.com`;
    const client = await visitor.signUp(email);
    const { id = '' } = (await readShown(email)) ?? {};
    const readIds = () =>
      studio.query('SELECT message_id FROM performed_effects WHERE kind = $1 AND member_id = $2', [
        'welcome',
        id,
      ]);
    const messageId = await waitFor(async () => (await readIds())[0]?.message_id);
    return { client, email, id, messageId: z.string().parse(messageId) };
  }
  async function readWelcome(id: string) {
    const { person } = await admin.expect(personAnswer, 'GET', `/api/admin/members/${id}`);
    if (person.erased) throw new Error('The member is erased');
    return person.emails.entries.find(({ kind }) => kind === 'welcome');
  }

  it('is on the page of its member: sent, delayed, delivered, and what came after that', async () => {
    const { email, id, messageId } = await join('mia');
    expect(await readWelcome(id)).toMatchObject({ outcome: null, outcomeAt: null });
    const at = await clock.now();
    const second = (seconds: number) => new Date(Math.floor(at.getTime() / 1_000 + seconds) * 1_000);
    const about = (event: string, seconds: number) =>
      mailEvent(event, email, second(seconds), { 'message-id': messageId });
    await report(about('opened', 9), about('deferred', 1));
    expect(await readWelcome(id)).toMatchObject({ outcome: 'deferred' });
    // In one delivery, twice, and in the wrong order.
    expect(
      (await deliver([about('delivered', 6), about('delivered', 5), about('soft_bounce', 3)])).status,
    ).toBe(200);
    await report(about('delivered', 7), about('deferred', 2), about('deferred', 8));
    const delivered = { outcome: 'delivered', outcomeAt: second(5).toISOString() };
    expect(await readWelcome(id)).toMatchObject(delivered);
    const other = { 'message-id': '<another@smtp-relay.mailin.fr>' };
    await report(mailEvent('hard_bounce', email, second(10), other));
    expect(await readWelcome(id)).toMatchObject(delivered);
    await report(about('spam', 11), about('delivered', 5));
    expect(await readWelcome(id)).toMatchObject({ outcome: 'spam', outcomeAt: second(11).toISOString() });
  });

  it('is forgotten with the member', async () => {
    const { email, id, messageId } = await join('ned');
    await report(mailEvent('delivered', email, await clock.now(), { 'message-id': messageId }));
    const readStored = () =>
      studio.query(
        `SELECT message_id FROM mail_outcomes WHERE message_id = $1
         UNION ALL SELECT message_id FROM performed_effects WHERE message_id = $1`,
        [messageId],
      );
    expect(await readStored()).toHaveLength(2);
    expect((await admin.call('DELETE', `/api/admin/members/${id}`)).status).toBe(200);
    await waitFor(async () => (await readStored()).length === 0);
  });
});
