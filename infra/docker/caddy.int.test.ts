import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import { userAnswer } from '#services/contract/auth.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { londonDayIn, openClasses } from '#tools/testing/open-classes.ts';
import { ManagedProcess } from '#tools/testing/separate-studio/managed-process.ts';
import {
  type SeparateStudio,
  startSeparateStudio,
} from '#tools/testing/separate-studio/start-separate-studio.ts';
import { SteadyLoad } from '#tools/testing/separate-studio/steady-load.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';

const { status, stdout } = spawnSync('caddy', ['version'], { encoding: 'utf8' });
const hasCaddy = status === 0;
if (!hasCaddy) console.log('No caddy is installed here: infra/docker/Caddyfile is not tried.');
/** `client_ip_hash` needs Caddy 2.7; Debian has 2.6. */
const isBefore27 = /^v?2\.[0-6]\./.test(stdout ?? '');
const timeoutMs = 600_000;

/** The proxy's own answers have these, and the API's answers theirs. */
const own = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** The Caddyfile with free local addresses. */
async function fittedCaddyfile(ports: { https: number; http: number; apis: readonly string[] }) {
  const text = await readFile(join(import.meta.dirname, 'Caddyfile'), 'utf8');
  const options = [
    'admin off',
    'default_bind 127.0.0.1',
    `http_port ${ports.http}`,
    `https_port ${ports.https}`,
  ];
  return text
    .replace('admin off', options.join('\n\t'))
    .replaceAll('api-1:3000 api-2:3000', ports.apis.join(' '))
    .replace('client_ip_hash', isBefore27 ? 'ip_hash' : 'client_ip_hash');
}

describe.runIf(hasCaddy)('the Caddyfile of the containers, before two APIs', () => {
  let studio: SeparateStudio;
  let caddy: ManagedProcess;
  let base: string;
  let httpBase: string;
  let folder: string;
  beforeAll(async () => {
    studio = await startSeparateStudio('postgres');
    folder = await mkdtemp(join(tmpdir(), 'caddy-'));
    const [https, http] = await Promise.all([findFreePort(), findFreePort()]);
    const apis = studio.apiBases.map((api) => new URL(api).host);
    const file = join(folder, 'Caddyfile');
    await writeFile(file, await fittedCaddyfile({ https, http, apis }));
    base = `https://localhost:${https}`;
    httpBase = `http://localhost:${http}`;
    caddy = new ManagedProcess({
      name: 'Caddy',
      command: 'caddy',
      args: ['run', '--adapter', 'caddyfile', '--config', file],
      environment: { SITE_URL: 'https://localhost', XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      isReady: async () => (await fetch('http://127.0.0.1:2015/')).ok,
    });
    await caddy.start();
    const authority = join(folder, 'caddy/pki/authorities/local/root.crt');
    const certificate = await waitFor(() => readFile(authority, 'utf8'));
    tls.setDefaultCACertificates([...tls.getCACertificates(), certificate]);
  }, timeoutMs);
  afterAll(async () => {
    await caddy?.kill();
    await studio?.stop();
    await rm(folder, { recursive: true, force: true });
  }, timeoutMs);

  it('serves the site by TLS, compressed, and rejects a body that is far too large', async () => {
    await waitFor(async () => (await fetch(`${base}/health/ready`)).ok, { timeout: timeoutMs });
    // Compressed responses of the API pass unchanged; the proxy compresses all others.
    for (const path of ['/api/class-passes', '/api/docs/json']) {
      const page = await fetch(base + path);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-encoding')).toBe('gzip');
      expect(page.headers.get('content-security-policy')).not.toBeNull();
      expect(await page.json()).not.toEqual({});
    }
    const large = await fetch(`${base}/api/registrations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'x'.repeat(2_000_000) }),
    });
    expect([large.status, errorAnswer.parse(await large.json()).code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(large.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(Object.fromEntries(large.headers)).toMatchObject(own);
  });

  it('refuses calls of the API without TLS, and redirects pages to the configured site', async () => {
    for (const method of ['GET', 'POST']) {
      const call = await fetch(`${httpBase}/api/auth/signin`, { method, redirect: 'manual' });
      expect([call.status, errorAnswer.parse(await call.json()).code]).toEqual([403, 'HTTPS_REQUIRED']);
      expect(call.headers.get('location')).toBeNull();
      expect(Object.fromEntries(call.headers)).toMatchObject(own);
    }
    const page = await fetch(`${httpBase}/book-classes?a=b`, { redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([308, 'https://localhost/book-classes?a=b']);
    expect(Object.fromEntries(page.headers)).toMatchObject(own);
  });

  it(
    'forwards requests to the APIs while Postgres is unavailable',
    async () => {
      const ask = (path: string) => fetch(base + path);
      await waitFor(async () => (await ask('/health/ready')).ok, { timeout: timeoutMs });
      await studio.postgres.stop();
      try {
        // Long enough for several health checks of each API.
        for (const until = performance.now() + 8_000; performance.now() < until; ) {
          expect((await ask('/api/config')).status).toBe(200);
          const session = await fetch(`${base}/api/auth/signin`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ email: 'nobody@example.com', password: 'a long enough password' }),
          });
          expect([session.status, session.headers.get('retry-after')]).toEqual([503, '5']);
        }
        expect((await ask('/health/ready')).status).toBe(503);
      } finally {
        await studio.postgres.start();
      }
      await waitFor(async () => (await ask('/health/ready')).ok, { timeout: timeoutMs });
    },
    timeoutMs,
  );

  it(
    'answers every request while one API after the other is replaced, and 503 without any',
    async () => {
      const visitor = new StudioClient(base);
      const admin = await visitor.staff('admin');
      const classIds = await openClasses(admin, 6, 20);
      const load = new SteadyLoad();
      for (const number of [1, 2, 3]) {
        const client = await new StudioClient(base).signUp(`behind-caddy-${number}@example.com`);
        const { user } = await client.expect(userAnswer, 'GET', '/api/auth/user');
        await admin.expect(z.unknown(), 'POST', `/api/admin/members/${user.id}/add-passes`, { passes: 20 });
        load.book(client, classIds);
        load.watch(base, client.token);
      }
      load.read(visitor, [`/api/classes?date=${londonDayIn(2)}`, '/api/class-passes']);
      const goesOn = async () => {
        const before = load.answered;
        await waitFor(() => load.answered > before + 50, { timeout: timeoutMs, what: 'the load to go on' });
      };
      for (const api of studio.apis) {
        await goesOn();
        expect((await api.stop()).code).toBe(0);
        await goesOn();
        await api.start();
      }
      await goesOn();
      await load.stop();
      expect(load.failures).toEqual([]);
      expect(load.reopened).toBeGreaterThanOrEqual(1);
      for (const api of studio.apis) await api.stop();
      const away = await fetch(`${base}/api/registrations`, { method: 'POST', body: '{}' });
      expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2']);
      expect(away.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
      expect(Object.fromEntries(away.headers)).toMatchObject(own);
      expect(errorAnswer.parse(await away.json()).code).toBe('UNAVAILABLE');
      console.log(`${load.answered} requests answered through Caddy, ${load.reopened} streams opened again`);
    },
    timeoutMs,
  );
});
