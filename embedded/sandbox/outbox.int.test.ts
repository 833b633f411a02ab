import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectBrevo } from '#infra/mail/brevo-sdk.ts';
import { MailRefused, MailUnavailable } from '#infra/mail/errors.ts';
import { renderEmail } from '#infra/mail/layout.ts';
import { createMail, type Mail } from '#infra/mail/mail.ts';
import { postForm, type RunningSandbox, startSandbox } from './sandbox.fixture.ts';

let running: RunningSandbox;
let mail: Mail;
let apiBase: string;
const from = { name: 'Tideline', email: 'hello@tideline.example' };

beforeEach(async () => {
  running = await startSandbox();
  apiBase = `${running.origin}/sandbox/brevo/v3`;
  mail = createMail({ apiKey: 'xkeysib-sandbox', apiBase, from });
});
afterEach(() => running?.stop());

async function fetchOutbox(query = ''): Promise<unknown[]> {
  const body: unknown = await (await fetch(`${running.origin}/sandbox/outbox.json${query}`)).json();
  return Array.isArray(body) ? body : [];
}

const email = {
  to: 'ada@example.com',
  toName: 'Ada',
  subject: 'You’re booked & ready <soon>',
  kind: 'booking-confirmed',
  idempotencyKey: 'booking-confirmed:17',
  ...renderEmail({
    studioName: 'Tideline',
    studioAddress: '1 Pier Road',
    preview: 'See you on Tuesday',
    heading: 'See you on Tuesday',
    paragraphs: ['Bring grip socks.'],
  }),
};

it('lists a sent email once per idempotency key, with the studio’s time', async () => {
  await mail.sendEmail(email);
  await mail.sendEmail(email);
  const entries = await fetchOutbox();
  expect(entries).toEqual([
    {
      to: 'ada@example.com',
      subject: email.subject,
      text: email.text,
      html: email.html,
      kind: 'booking-confirmed',
      sentAt: '2026-05-04T09:00:00.000Z',
    },
  ]);
  running.clock.set(new Date('2026-05-05T09:00:00.000Z'));
  await mail.sendEmail({ ...email, to: 'bo@example.com', idempotencyKey: 'booking-confirmed:18' });
  expect(await fetchOutbox()).toMatchObject([
    { to: 'bo@example.com', sentAt: '2026-05-05T09:00:00.000Z' },
    { to: 'ada@example.com' },
  ]);
  expect(await fetchOutbox('?to=Ada@example.com')).toHaveLength(1);
});

it('lists a change of a mailing list, and nothing when the change has no effect', async () => {
  const change = { email: 'cy@example.com', list: 3 };
  await mail.removeFromList(change);
  await mail.addToList(change);
  await mail.addToList(change);
  await mail.removeFromList(change);
  await mail.removeFromList(change);
  expect(await fetchOutbox('?to=cy@example.com')).toMatchObject([
    { kind: 'mailing-list', list: 3, action: 'remove' },
    { kind: 'mailing-list', list: 3, action: 'add' },
  ]);
});

it('shows the headers that an email carries', async () => {
  await mail.sendEmail({ ...email, unsubscribeUrl: 'https://t.example/unsubscribe?token=bQ.abc-_9' });
  const headers = {
    'List-Unsubscribe': '<https://t.example/unsubscribe?token=bQ.abc-_9>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  expect(await fetchOutbox()).toMatchObject([{ headers }]);
  const page = await (await fetch(`${running.origin}/sandbox/outbox`)).text();
  expect(page).toContain('List-Unsubscribe: &lt;https://t.example/unsubscribe?token=bQ.abc-_9&gt;');
});

it('reports what became of an email as Brevo does, by the buttons of the page', async () => {
  const messageId = await mail.sendEmail(email);
  await mail.addToList({ email: 'ada@example.com', list: 3 });
  const page = await (await fetch(`${running.origin}/sandbox/outbox`)).text();
  const actions = [...page.matchAll(/action="([^"]+)"/g)].map(([, action]) => action ?? '');
  expect(actions).toEqual([expect.stringMatching(/^\/sandbox\/outbox\/\d+\/report$/)]);
  const report = (fields: Record<string, string>, headers = {}, at = actions[0]) =>
    postForm(running.origin + at, fields, headers).then(({ status }) => status);
  expect(await report({ event: 'hard_bounce' })).toBe(303);
  expect(running.mailEvents).toEqual([
    {
      authorization: 'Bearer brevo-sandbox',
      body: expect.objectContaining({
        event: 'hard_bounce',
        email: 'ada@example.com',
        'message-id': messageId,
        ts_event: 1_777_885_200,
      }),
    },
  ]);
  expect(await report({ event: 'opened' })).toBe(400);
  expect(await report({ event: 'spam' }, { 'sec-fetch-site': 'cross-site' })).toBe(400);
  expect(await report({ event: 'spam' }, {}, '/sandbox/outbox/999/report')).toBe(400);
  expect(running.mailEvents).toHaveLength(1);
});

it('answers the unmodified Brevo SDK as Brevo does', async () => {
  const brevo = connectBrevo({ apiKey: 'xkeysib-sandbox', apiBase, timeoutMs: 5000 });
  const sent = await brevo.transactionalEmails.sendTransacEmail({
    sender: from,
    to: [{ email: 'di@example.com' }],
    subject: 'Hello',
    htmlContent: '<p>Hello</p>',
  });
  expect(sent.messageId).toMatch(/^<.+@.+>$/);
  await expect(
    brevo.contacts.addContactToList({ listId: 3, body: { emails: ['di@example.com'] } }),
  ).resolves.toMatchObject({
    contacts: { success: ['di@example.com'] },
  });
  await expect(
    brevo.transactionalEmails.sendTransacEmail({ sender: from, to: [], subject: 'x', htmlContent: 'x' }),
  ).rejects.toMatchObject({ statusCode: 400 });
});

it('leads to typed errors: MailRefused or MailUnavailable', async () => {
  await expect(mail.sendEmail({ ...email, to: 'not an address', idempotencyKey: 'bad' })).rejects.toThrow(
    MailRefused,
  );
  const unreachable = createMail({ apiKey: 'k', apiBase: 'http://127.0.0.1:9/v3', from });
  await expect(unreachable.sendEmail({ ...email, idempotencyKey: 'down' })).rejects.toThrow(MailUnavailable);
  const unauthorised = createMail({ apiKey: '', apiBase, from });
  await expect(unauthorised.addToList({ email: 'ed@example.com', list: 1 })).rejects.toThrow(MailUnavailable);
});

it('shows every email in a frame without scripts', async () => {
  await mail.sendEmail({ ...email, subject: '<script>alert(1)</script>', idempotencyKey: 'script' });
  await mail.addToList({ email: 'cy@example.com', list: 3 });
  const response = await fetch(`${running.origin}/sandbox/outbox`);
  const page = await response.text();
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toContain('<script');
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).toContain('Added to list 3');
  expect(page).toContain('<a href="/sandbox/stripe/dashboard">Payments</a>');
});
