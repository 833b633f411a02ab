import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorAnswer } from '#services/contract/errors.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { publicSite, publicStaffPasswords } from '#tools/testing/public-site.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { createPagePolicy, dataPolicy } from './content-policy.ts';

let webRoot: string;
let studio: TestStudio;
let publicStudio: TestStudio;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'web-'));
  await mkdir(join(webRoot, 'assets'));
  await writeFile(join(webRoot, 'assets', 'index-abc.js'), 'export {};');
  await writeFile(
    join(webRoot, 'index.html'),
    '<!doctype html><html><head><title>T</title></head><body><div id="root"></div></body></html>',
  );
  [studio, publicStudio] = await Promise.all([
    startOwnStudio({ webRoot }),
    startOwnStudio({ webRoot, environment: publicSite }),
  ]);
});
afterAll(async () => {
  await studio?.stop();
  await publicStudio?.stop();
  await rm(webRoot, { recursive: true, force: true });
});

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};

const data: [method: string, path: string, status: number, body: string | null][] = [
  ['GET', '/api/classes?date=2026-11-23', 200, null],
  ['GET', '/api/config', 200, null],
  ['GET', '/health/live', 200, null],
  ['GET', '/api/my-bookings', 401, null],
  ['GET', '/api/admin/members?page=1', 401, null],
  ['GET', '/api/nope', 404, null],
  ['POST', '/api/auth/signin', 400, '{'],
  ['POST', '/api/auth/signin', 413, JSON.stringify({ email: 'a'.repeat(300_000) })],
  ['GET', '/assets/index-abc.js', 200, null],
  ['GET', '/assets/missing.js', 404, null],
  ['GET', '/assets/', 404, null],
  ['GET', '/robots.txt', 200, null],
];

it.each(data)(
  '%s %s (%i) has the headers of a response that is not a page',
  async (method, path, status, body) => {
    const response = await fetch(studio.base + path, {
      method,
      ...(body === null ? {} : { body, headers: { 'content-type': 'application/json' } }),
    });
    await response.arrayBuffer();
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...everywhere,
      'content-security-policy': dataPolicy,
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    if (path.startsWith('/api/')) expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.has('x-powered-by')).toBe(false);
  },
);

it('a stream of events, which writes its own head, has them too', async () => {
  const closing = new AbortController();
  const response = await fetch(`${studio.base}/api/events`, { signal: closing.signal });
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject(everywhere);
  closing.abort();
});

it.each(['/', '/book-classes', '/admin?tab=passes', '/nowhere'])(
  'the page at %s allows its own scripts, and styles by a nonce of this response',
  async (path) => {
    const readPage = async () => {
      const response = await fetch(studio.base + path);
      const text = await response.text();
      return { headers: response.headers, nonce: /nonce="([^"]{20,})"/.exec(text)?.[1] ?? '', text };
    };
    const [one, other] = [await readPage(), await readPage()];
    expect(one.nonce).not.toBe(other.nonce);
    expect(Object.fromEntries(one.headers)).toMatchObject({
      ...everywhere,
      'content-security-policy': createPagePolicy(one.nonce, { takesRealPayments: false }),
    });
    // The page has no inline scripts.
    for (const [, attributes = ''] of one.text.matchAll(/<script([^>]*)>/g)) {
      expect(attributes).toMatch(/ src="\/|type="application\/(ld\+)?json"/);
    }
  },
);

it('the API documentation has the policy of a tool', async () => {
  const response = await fetch(`${studio.base}/api/docs/static/index.html`);
  expect(response.status).toBe(200);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
});

describe('another site', () => {
  it.each(['/api/config', '/api/my-bookings', '/api/staff/session', '/'])(
    'gets no CORS permission at %s',
    async (path) => {
      for (const method of ['OPTIONS', 'GET']) {
        const response = await fetch(studio.base + path, {
          method,
          headers: {
            origin: 'https://evil.example',
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization',
          },
        });
        await response.arrayBuffer();
        const granted = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
        expect(granted).toEqual([]);
      }
    },
  );

  it('cannot use the admin cookie, which is limited to this site and authorises only the pages of tools', async () => {
    const response = await fetch(`${studio.base}/api/staff/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ role: 'admin', password: 'admin-sandbox' }),
    });
    const [cookie = '', ...others] = response.headers.getSetCookie();
    expect(others).toEqual([]);
    const [pair = '', ...attributes] = cookie.split('; ');
    expect(attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict', 'Max-Age=43200']);
    const answer = await fetch(`${studio.base}/api/admin/members`, { headers: { cookie: pair } });
    expect(answer.status).toBe(401);
  });
});

describe('the content policy of a page', () => {
  const sources = (policy: string, name: string) =>
    policy
      .split('; ')
      .map((each) => each.split(' '))
      .find(([directive]) => directive === name)
      ?.slice(1);

  it('names no other host while the sandbox takes the payments', () => {
    expect(createPagePolicy('n', { takesRealPayments: false })).not.toContain('https:');
  });

  it('allows Stripe and no other host when real payments are taken', () => {
    const policy = createPagePolicy('n', { takesRealPayments: true });
    const hosts = policy.match(/https:\/\/[^\s;]+/g) ?? [];
    expect(hosts.every((host) => /^https:\/\/(\*\.)?([a-z]+\.)*stripe\.com$/.test(host))).toBe(true);
    expect(sources(policy, 'script-src')).toEqual([
      "'self'",
      'https://js.stripe.com',
      'https://*.js.stripe.com',
    ]);
    expect(sources(policy, 'frame-src')).not.toContain("'self'");
    expect(sources(policy, 'frame-ancestors')).toEqual(["'none'"]);
  });

  it.each([true, false])('never allows inline code', (takesRealPayments) => {
    expect(createPagePolicy('n', { takesRealPayments })).not.toMatch(/unsafe|\*[\s;]|blob:/);
  });
});

/** Sends a request with any headers, which `fetch` does not allow, and resolves to its answer. */
async function send(
  { port }: { port: number },
  path: string,
  { method = 'GET', ...headers }: Record<string, string>,
) {
  const sent = httpRequest({ host: '127.0.0.1', port, path, method, headers });
  const body =
    method === 'POST' ? JSON.stringify({ role: 'admin', password: publicStaffPasswords.admin }) : '';
  sent.end(body);
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

/** Writes bytes that are not valid HTTP, and reads what comes back. */
async function sendBytes({ port }: { port: number }, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes);
  return text(socket);
}

const codeIn = (body: string): unknown => errorAnswer.parse(JSON.parse(body)).code;

describe('a site behind TLS', () => {
  const tls = { 'x-forwarded-proto': 'https' };
  const json = { 'content-type': 'application/json' };

  it.each([
    ['/', tls, 200],
    ['/', {}, 200],
    ['/api/config', tls, 200],
    ['/api/config', {}, 403],
    ['/api/my-bookings', tls, 401],
    ['/api/nope', tls, 404],
    ['/assets/index-abc.js', {}, 200],
    ['/health/live', {}, 200],
    ['/%', tls, 400],
  ])('requires TLS in the answer to %s with %j (%i)', async (path, headers, status) => {
    const response = await send(publicStudio, path, headers);
    expect(response.status).toBe(status);
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it.each(['nonsense\r\n\r\n', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(40_000)}\r\n\r\n`])(
    'requires TLS, and sends every security header, in the answer to bytes that are not HTTP',
    async (bytes) => {
      const answer = await sendBytes(publicStudio, bytes);
      expect(answer).toContain('\r\nstrict-transport-security: max-age=31536000; includeSubDomains\r\n');
      for (const [name, value] of Object.entries(everywhere))
        expect(answer).toContain(`\r\n${name}: ${value}\r\n`);
    },
  );

  it.each([
    ['no header of a proxy', '/api/config', {}],
    ['http by the proxy', '/api/config', { 'x-forwarded-proto': 'http' }],
    ['https by the client, then http by the proxy', '/api/config', { 'x-forwarded-proto': 'https, http' }],
    ['an encoded path', '/%61pi/config', { 'x-forwarded-proto': 'http' }],
    ['a sign-in', '/api/staff/session', { method: 'POST', ...json }],
    ['a webhook', '/api/webhooks/stripe', { method: 'POST', ...json }],
  ])('refuses a call of the API without TLS, and does not redirect it: %s', async (_name, path, headers) => {
    const response = await send(publicStudio, path, headers);
    expect([response.status, codeIn(response.text)]).toEqual([403, 'HTTPS_REQUIRED']);
    expect(response.headers.location).toBeUndefined();
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it('gives admins a cookie that only TLS and this very host can set, and ends it with the session', async () => {
    const signIn = await send(publicStudio, '/api/staff/session', { method: 'POST', ...tls, ...json });
    const cookies = signIn.headers['set-cookie'] ?? [];
    expect(cookies.find((each) => each.startsWith('__Host-known_device='))).toMatch(
      /^__Host-known_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7776000; Secure$/,
    );
    const cookie = cookies.find((each) => each.includes('staff_jobs=')) ?? '';
    const [pair = '', ...attributes] = cookie.split('; ');
    expect(pair).toMatch(/^__Host-staff_jobs=[\w.-]+$/);
    expect(attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict', 'Max-Age=43200', 'Secure']);
    const [, token = ''] = pair.split('=');

    const docs = (headers: Record<string, string>) =>
      send(publicStudio, '/api/docs/json', { ...tls, ...headers });
    const statuses = [
      await docs({}),
      await docs({ cookie: `staff_jobs=${token}` }),
      await docs({ cookie: '__Host-staff_jobs=nonsense' }),
      await docs({ cookie: pair }),
      await docs({ authorization: `Bearer ${token}` }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 401, 200, 200]);
    for (const path of ['/api/docs', '/api/docs/', '/api/docs/yaml', '/api/docs/static/index.html']) {
      expect([path, (await send(publicStudio, path, tls)).status]).toEqual([path, 401]);
    }

    const ended = await send(publicStudio, '/api/staff/session', {
      method: 'DELETE',
      ...tls,
      authorization: `Bearer ${token}`,
    });
    expect(ended.headers['set-cookie']).toEqual([
      '__Host-staff_jobs=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure',
    ]);
    expect((await docs({ cookie: pair })).status).toBe(401);
  });

  it('answers under its own name, which a sandbox would not', async () => {
    expect((await send(publicStudio, '/', { host: 'book.sea.example' })).status).toBe(200);
  });
});

describe('a sandbox', () => {
  it('refuses a request that names no host', async () => {
    expect(await sendBytes(studio, 'GET /sandbox/outbox HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 421 /);
  });

  it('does not require TLS', async () => {
    const { headers } = await send(studio, '/api/config', {});
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it.each([
    'localhost',
    'LOCALHOST:3000',
    '127.0.0.1',
    '127.0.0.1:1',
    '127.8.7.6:3000',
    '[::1]',
    '[::1]:3000',
  ])('answers on this machine, as %s', async (host) => {
    expect((await send(studio, '/api/config', { host })).status).toBe(200);
  });

  it.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example#localhost',
    'localhost@evil.example',
    '192.168.1.7:3000',
    '0.0.0.0:3000',
    '[::]',
    ':3000',
  ])('refuses the name %j, which another site may have had resolved to this machine', async (host) => {
    for (const path of [
      '/',
      '/api/config',
      '/sandbox/outbox',
      '/sandbox/outbox.json',
      '/sandbox/clock',
      '/api/docs',
    ]) {
      const forged = { host, 'x-forwarded-host': 'localhost', forwarded: 'host=localhost' };
      const { status, text } = await send(studio, path, forged);
      expect([path, status, codeIn(text)]).toEqual([path, 421, 'WRONG_HOST']);
    }
    const signIn = await send(studio, '/api/staff/session', {
      method: 'POST',
      host,
      'content-type': 'application/json',
    });
    expect([signIn.status, signIn.headers['set-cookie']]).toEqual([421, undefined]);
  });
});
