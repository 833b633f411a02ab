import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { nastyCases } from '#tools/testing/nasty-texts.ts';
import { DEFAULT_TIMEOUT_MS } from '#tools/testing/wait-for.ts';
import { escapeHeader, escapeTemplate } from './escape-brevo.ts';
import { createMail, type Mail } from './mail.ts';

const email = {
  to: 'ann@example.com',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  kind: 'welcome',
  idempotencyKey: 'welcome/1',
};

async function mailTo(
  answer: (response: ServerResponse, body: string) => void,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<Mail> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => answer(response, body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return createMail({
    apiKey: 'key',
    apiBase: `http://127.0.0.1:${address.port}/v3`,
    from: { name: 'Tideline', email: 'studio@example.com' },
    timeoutMs,
  });
}

const json = (status: number, body: object) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

it.each<[string, (response: ServerResponse) => void]>([
  [
    'a page of HTML with a 200',
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  ],
  ['an empty 200', (response) => response.writeHead(200).end()],
  ['JSON that names no email', json(200, {})],
  ['a broken connection', (response) => response.destroy()],
  ['no answer at all', () => {}],
  ['a 500', json(500, { code: 'internal_error', message: 'No' })],
  ['a 429', json(429, { code: 'too_many_requests', message: 'No' })],
])('%s counts as neither sent nor refused, so the email is tried again', async (_, answer) => {
  const mail = await mailTo(answer, 500);
  await expect(mail.sendEmail(email)).rejects.toMatchObject({ name: 'MailUnavailable' });
});

it('names the address to unsubscribe in the headers of RFC 8058, and only where there is one', async () => {
  const headers: unknown[] = [];
  const mail = await mailTo((response, body) => {
    headers.push(z.object({ headers: z.record(z.string(), z.string()) }).parse(JSON.parse(body)).headers);
    json(201, { messageId: '<1@smtp-relay>' })(response);
  });
  await mail.sendEmail(email);
  await mail.sendEmail({ ...email, unsubscribeUrl: 'https://t.example/unsubscribe?token=bQ.abc-_9' });
  expect(headers).toEqual([
    { idempotencyKey: expect.any(String) },
    {
      idempotencyKey: expect.any(String),
      'List-Unsubscribe': '<https://t.example/unsubscribe?token=bQ.abc-_9>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  ]);
});

it('lets a contact be written to again only after a new consent', async () => {
  const bodies: unknown[] = [];
  const mail = await mailTo((response, body) => {
    bodies.push(JSON.parse(body));
    json(201, { id: 1 })(response);
  });
  await mail.addToList({ email: email.to, list: 13 });
  await mail.addToList({ email: email.to, list: 2, resubscribes: true });
  expect(bodies).toEqual([
    { email: email.to, listIds: [13], updateEnabled: true },
    { email: email.to, listIds: [2], updateEnabled: true, emailBlacklisted: false },
  ]);
});

it('sends the key and the email to no address that an answer names', async () => {
  let requests = 0;
  const mail = await mailTo((response) => {
    requests += 1;
    if (requests === 1) response.writeHead(307, { location: '/elsewhere' }).end();
    else json(201, { messageId: '<1@smtp-relay>' })(response);
  });
  await expect(mail.sendEmail(email)).rejects.toMatchObject({ name: 'MailUnavailable' });
  expect(requests).toBe(1);
});

it('reports a page of HTML as unavailable when it changes a list', async () => {
  const mail = await mailTo((response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  );
  await expect(mail.addToList({ email: email.to, list: 1 })).rejects.toMatchObject({
    name: 'MailUnavailable',
  });
  await expect(mail.removeFromList({ email: email.to, list: 1 })).rejects.toMatchObject({
    name: 'MailUnavailable',
  });
});

it('returns the id of an accepted email, none of a repeated one, and reports a rejected one', async () => {
  const accepted = (await mailTo(json(201, { messageId: '<1@smtp-relay>' }))).sendEmail(email);
  expect(await accepted).toBe('<1@smtp-relay>');
  const repeated = await mailTo(json(400, { code: 'duplicate_parameter', message: 'Used' }));
  expect(await repeated.sendEmail(email)).toBeNull();
  await (await mailTo((response) => response.writeHead(204).end())).addToList({ email: email.to, list: 1 });
  const refused = (
    await mailTo(json(400, { code: 'invalid_parameter', message: 'ann@example.com' }))
  ).sendEmail(email);
  await expect(refused).rejects.toMatchObject({ name: 'MailRefused', code: 'invalid_parameter' });
});

it.each(nastyCases)('escapes %s in the names, the subject and the text for Brevo', async (_name, text) => {
  let sent = '';
  const mail = await mailTo((response, body) => {
    sent = body;
    json(201, { messageId: '<1@smtp-relay>' })(response);
  });
  await mail.sendEmail({ ...email, toName: text, subject: text, text });
  expect(JSON.parse(sent)).toMatchObject({
    sender: { name: 'Tideline', email: 'studio@example.com' },
    to: [{ email: 'ann@example.com' }],
    subject: escapeHeader(text),
    textContent: escapeTemplate(text),
  });
  expect(sent).not.toMatch(/\{\{|\{%|\{#/);
});

it('sends an email without the name when it was refused with it, and reports one that is refused either way', async () => {
  const sent: { to: { name?: string }[]; headers: { idempotencyKey: string } }[] = [];
  const mail = await mailTo((response, body) => {
    const request = JSON.parse(body);
    sent.push(request);
    const isRefused = 'name' in request.to[0] || request.subject === 'Wrong';
    if (isRefused) json(400, { code: 'invalid_parameter', message: 'Not valid' })(response);
    else json(201, { messageId: '<1@smtp-relay>' })(response);
  });
  await mail.sendEmail({ ...email, toName: 'Ann' });
  expect(sent.map(({ to }) => to)).toEqual([
    [{ email: 'ann@example.com', name: 'Ann' }],
    [{ email: 'ann@example.com' }],
  ]);
  expect(sent[0]?.headers.idempotencyKey).not.toBe(sent[1]?.headers.idempotencyKey);
  await expect(mail.sendEmail({ ...email, toName: 'Ann', subject: 'Wrong' })).rejects.toMatchObject({
    name: 'MailRefused',
  });
});

it('sends no name that is empty once it is escaped', async () => {
  let sent = '';
  const mail = await mailTo((response, body) => {
    sent = body;
    json(201, { messageId: '<1@smtp-relay>' })(response);
  });
  await mail.sendEmail({ ...email, toName: '<>' });
  expect(JSON.parse(sent)).toMatchObject({ to: [{ email: 'ann@example.com' }] });
  expect(sent).not.toContain('"name":""');
});
