import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startOwnStudio } from '../../infra/testing/own-studio.ts';
import type { TestStudio } from '../../infra/testing/test-studio.ts';
import { errorAnswer } from '../contract/errors.ts';
import { configAnswer } from '../contract/payments.ts';

let webRoot: string;
let studio: TestStudio;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'web-'));
  await mkdir(join(webRoot, 'assets'));
  await writeFile(join(webRoot, 'assets', 'index-abc.js'), 'export {};');
  await writeFile(
    join(webRoot, 'index.html'),
    '<!doctype html><html><head><title>Reformer Pilates</title></head><body><div id="root"></div></body></html>',
  );
  studio = await startOwnStudio({ webRoot, environment: { STUDIO_NAME: '$& <b>Sea & Sand</b></script>' } });
});
afterAll(async () => {
  await studio.stop();
  await rm(webRoot, { recursive: true, force: true });
});

const get = async (path: string) => {
  const response = await fetch(studio.base + path);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

it('gives the page for every address that is no API’s, with the studio’s name and configuration in it', async () => {
  for (const path of [
    '/',
    '/book-classes',
    '/my-classes?tab=past',
    '/payment-success',
    '/nowhere/at/all',
    '/apiary',
  ]) {
    const { status, headers, text } = await get(path);
    expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(text).toContain(
      '<title>$&amp; &lt;b&gt;Sea &amp; Sand&lt;/b&gt;&lt;/script&gt; · Reformer Pilates</title>',
    );
    const inlined =
      /<script type="application\/json" id="studio-config">(.*?)<\/script>/.exec(text)?.[1] ?? '';
    expect(configAnswer.parse(JSON.parse(inlined)).studio.name).toBe('$& <b>Sea & Sand</b></script>');
  }
});

it('keeps hashed assets for a year and gives no page in place of one', async () => {
  const asset = await get('/assets/index-abc.js');
  expect([asset.status, asset.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  expect((await get('/assets/index-of-last-week.js')).status).toBe(404);
});

it.each(['/api/nope', '/api', '/api?x=1', '/api/', '/sandbox/nope', '/health/nope'])(
  'answers %s with the error shape',
  async (path) => {
    const { status, text } = await get(path);
    expect(status).toBe(404);
    expect(errorAnswer.strict().parse(JSON.parse(text)).code).toBe('NOT_FOUND');
  },
);

it('says that it lives and that it is ready', async () => {
  for (const path of ['/health/live', '/health/ready']) {
    expect(await get(path)).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  }
});
