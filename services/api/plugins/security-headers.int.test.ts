import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { createPagePolicy, dataPolicy } from './content-policy.ts';
import { registerSecurityHeaders } from './security-headers.ts';

let webRoot: string;
let studio: TestStudio;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'web-'));
  await mkdir(join(webRoot, 'assets'));
  await writeFile(join(webRoot, 'assets', 'index-abc.js'), 'export {};');
  await writeFile(
    join(webRoot, 'index.html'),
    '<!doctype html><html><head><title>T</title></head><body><div id="root"></div></body></html>',
  );
  studio = await startOwnStudio({ webRoot });
});
afterAll(async () => {
  await studio?.stop();
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

  it('cannot use the admin cookie, which is limited to this site and one path and authorises nothing else', async () => {
    const response = await fetch(`${studio.base}/api/staff/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ role: 'admin', password: 'admin-sandbox' }),
    });
    const [cookie = '', ...others] = response.headers.getSetCookie();
    expect(others).toEqual([]);
    const [pair = '', ...attributes] = cookie.split('; ');
    expect(attributes).toEqual(['Path=/api/admin/jobs', 'HttpOnly', 'SameSite=Strict', 'Max-Age=86400']);
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

describe('Strict-Transport-Security', () => {
  it.each([
    [true, 'max-age=31536000'],
    [false, undefined],
  ])('public site: %s, header: %s', async (isPublic, header) => {
    const app = Fastify();
    await registerSecurityHeaders(app, { isPublic });
    app.get('/', async () => 'ok');
    const { headers } = await app.inject('/');
    expect(headers['strict-transport-security']).toBe(header);
    await app.close();
  });
});
