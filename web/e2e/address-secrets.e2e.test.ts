import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSite, type Site } from './site.fixture.ts';
import { visit } from './visit.fixture.ts';

const jobs = join(import.meta.dirname, '../../workers/jobs');
/** The pages that emails link to with a token, by the emails themselves. */
const linked = readdirSync(jobs, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('email.ts'))
  .flatMap((name) => [...readFileSync(join(jobs, name), 'utf8').matchAll(/`(\/[\w/-]+)\?token=/g)])
  .map(([, path = '']) => path);
const pages = [
  ...[...new Set(linked)].map((path) => [path, 'token'] as const),
  ['/payment-success', 'payment_intent_client_secret'] as const,
];

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

it('finds the pages of the emails', () => {
  expect(linked.length).toBeGreaterThanOrEqual(4);
});

it.each(pages)('%s takes %s out of the address, and still has it after a reload', async (path, name) => {
  const page = await visit(site, '/', { expectedStatuses: [400, 401, 404] });
  const before = await page.evaluate<number>('history.length');
  await page.goto(`${path}?${name}=made-up-by-nobody.at-all&kept=1`);
  const state = () => page.evaluate<string>('JSON.stringify(history.state)');
  await page.waitForURL((url) => !url.searchParams.has(name));
  expect(page.url()).toBe(`${site.base}${path}?kept=1`);
  expect(await state()).toContain('made-up-by-nobody');
  // Replaced, so that the way back does not lead to the secret.
  expect(await page.evaluate<number>('history.length')).toBe(before + 1);
  await page.reload();
  expect(page.url()).toBe(`${site.base}${path}?kept=1`);
  expect(await state()).toContain('made-up-by-nobody');
});
