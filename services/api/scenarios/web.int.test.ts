import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { millisecondsInDay } from 'date-fns/constants';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { registerSiteFiles } from '#services/api/plugins/site-files.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { configAnswer } from '#services/contract/payments.ts';
import { rulesAnswer } from '#services/contract/rules.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { publicSite } from '#tools/testing/public-site.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';

let webRoot: string;
let files: string;
/** The file of Stripe; its content is served as it is. */
const association = Buffer.from([0x37, 0x42, 0x0d, 0x0a, 0xff, 0x00]);
let studio: TestStudio;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'web-'));
  await mkdir(join(webRoot, 'assets'));
  await writeFile(join(webRoot, 'assets', 'index-abc.js'), 'export {};');
  for (const end of ['', '.br', '.gz']) await writeFile(join(webRoot, `service-worker.js${end}`), '');
  files = await mkdtemp(join(tmpdir(), 'web-files-'));
  const associationFile = join(files, 'association');
  await writeFile(associationFile, association);
  await writeFile(
    join(webRoot, 'index.html'),
    '<!doctype html><html><head><title>Reformer Pilates</title></head><body><div id="root"></div></body></html>',
  );
  studio = await startOwnStudio({
    webRoot,
    environment: {
      ...publicSite,
      STUDIO_NAME: name,
      APPLE_PAY_DOMAIN_ASSOCIATION_FILE: associationFile,
      STUDIO_EMAIL: 'weaknesses@sea.example',
      SITE_URL: `${publicSite.SITE_URL}/`,
    },
  });
});
afterAll(async () => {
  await studio?.stop();
  for (const directory of [webRoot, files]) await rm(directory, { recursive: true, force: true });
});

const get = async (path: string) => {
  const response = await fetch(studio.base + path, { headers: { 'x-forwarded-proto': 'https' } });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const name = '$& <b>Sea & Sand</b></script>';
const escaped = '$&amp; &lt;b&gt;Sea &amp; Sand&lt;/b&gt;&lt;/script&gt;';

const inlinedAnswers = z.object({ '/api/config': configAnswer, '/api/rules': rulesAnswer });

const pages = [
  ['/', 200, `${escaped} · Reformer Pilates`, true],
  ['/book-classes', 200, `Book Your Classes · ${escaped}`, true],
  ['/terms-of-service/', 200, `Terms of Service · ${escaped}`, true],
  ['/my-classes?tab=past', 200, `My Classes · ${escaped}`, false],
  ['/payment-success', 200, `Payment · ${escaped}`, false],
  ['/nowhere/at/all', 404, `Page Not Found · ${escaped}`, false],
  ['/apiary', 404, `Page Not Found · ${escaped}`, false],
] as const;

it.each(pages)('serves the page for %s with status %d', async (path, code, title, isListed) => {
  const { status, headers, text } = await get(path);
  expect([status, headers.get('content-type')]).toEqual([code, 'text/html; charset=utf-8']);
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(text).toContain(`<title>${title}</title>`);
  expect(text).toContain(`<meta property="og:title" content="${title}" />`);
  expect(text.match(/<meta name="description" content="[^"]{10,}" \/>/g)).toHaveLength(1);
  expect(text.includes('<meta name="robots" content="noindex" />')).toBe(!isListed);
  const canonical = /<link rel="canonical" href="([^"]*)" \/>/.exec(text)?.[1];
  expect(canonical).toBe(isListed ? `https://book.sea.example${path.replace(/(.)\/$/, '$1')}` : undefined);
  const inlined =
    /<script type="application\/json" id="studio-answers">(.*?)<\/script>/.exec(text)?.[1] ?? '';
  const answers = inlinedAnswers.parse(JSON.parse(inlined));
  expect(answers['/api/config'].studio.name).toBe(name);
  expect(answers['/api/rules']).toEqual(JSON.parse((await get('/api/rules')).text));
});

it('describes the studio to search engines', async () => {
  const { text } = await get('/');
  const data = /<script type="application\/ld\+json" id="studio-data">(.*?)<\/script>/.exec(text)?.[1] ?? '';
  expect(JSON.parse(data)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': ['LocalBusiness', 'ExerciseGym'],
    name,
    url: 'https://book.sea.example/',
    address: { '@type': 'PostalAddress', addressLocality: 'Whitstable', addressCountry: 'GB' },
  });
});

it('serves a manifest with the studio’s name, a sitemap of the public pages, and robots.txt', async () => {
  const manifest = await get('/site.webmanifest');
  expect(manifest.headers.get('content-type')).toContain('application/manifest+json');
  expect(JSON.parse(manifest.text)).toMatchObject({
    short_name: name,
    start_url: '/',
    display: 'standalone',
  });
  const { text: robots } = await get('/robots.txt');
  expect(robots).toContain('Sitemap: https://book.sea.example/sitemap.xml');
  const { text: sitemap, headers } = await get('/sitemap.xml');
  expect(headers.get('content-type')).toContain('application/xml');
  expect(sitemap).toContain('<loc>https://book.sea.example/privacy-policy</loc>');
  expect(sitemap).not.toContain('my-classes');
});

it('states in security.txt where to report a weakness, and until when that holds', async () => {
  const { status, headers, text } = await get('/.well-known/security.txt');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const fields = text.trimEnd().split('\n');
  expect(fields).toEqual([
    'Contact: mailto:weaknesses@sea.example',
    expect.stringMatching(/^Expires: \d{4}-\d{2}-\d{2}T00:00:00\.000Z$/),
    'Preferred-Languages: en',
    'Canonical: https://book.sea.example/.well-known/security.txt',
  ]);
  const expires = Date.parse(fields[1]?.slice('Expires: '.length) ?? '');
  expect(expires).toBeGreaterThan(Date.now() + 90 * millisecondsInDay);
  expect(expires).toBeLessThan(Date.now() + 365 * millisecondsInDay);
});

it('serves the file by which Apple verifies the domain, byte for byte', async () => {
  const url = `${studio.base}/.well-known/apple-developer-merchantid-domain-association`;
  const response = await fetch(url, { headers: { 'x-forwarded-proto': 'https' } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(Buffer.from(await response.arrayBuffer()).equals(association)).toBe(true);
});

it('answers 404 for that file where none is configured', async () => {
  const app = Fastify();
  registerSiteFiles(app, {
    studio: { name, town: 'Whitstable', email: 'a@sea.example', address: 'Pier' },
    siteUrl: publicSite.SITE_URL,
    applePayDomainAssociation: null,
  });
  const path = '/.well-known/apple-developer-merchantid-domain-association';
  expect((await app.inject(path)).statusCode).toBe(404);
  expect((await app.inject('/robots.txt')).statusCode).toBe(200);
  await app.close();
});

it('lets hashed assets be cached for a year, and answers 404 for a missing one', async () => {
  const asset = await get('/assets/index-abc.js');
  expect([asset.status, asset.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  expect((await get('/assets/index-of-last-week.js')).status).toBe(404);
});

it('lets the browser ask for the service worker at each visit, and lets that fetch from the site alone', async () => {
  const { status, headers } = await get('/service-worker.js');
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect(headers.get('content-security-policy')).toContain("connect-src 'self'");
});

it.each(['/api/nope', '/api', '/api?x=1', '/api/', '/sandbox/nope', '/health/nope'])(
  'answers %s with the error shape',
  async (path) => {
    const { status, text } = await get(path);
    expect(status).toBe(404);
    expect(errorAnswer.strict().parse(JSON.parse(text)).code).toBe('NOT_FOUND');
  },
);

it('reports that it is live, serving and ready', async () => {
  for (const path of ['/health/live', '/health/serving', '/health/ready']) {
    expect(await get(path)).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  }
});
