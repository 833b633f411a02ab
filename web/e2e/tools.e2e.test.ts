import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSite, type Site } from './site.fixture.ts';
import { visit } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** Each has a content policy of its own; what it keeps out would be a complaint of the page. */
it('the API’s documentation works and asks no other host', async () => {
  const page = await visit(site, '/api/docs');
  await page.getByRole('heading', { name: /booking API/ }).waitFor();
  await page.locator('[data-path="/health/live"]').first().waitFor();
});

it('the page of failed jobs works for an admin and asks no other host', async () => {
  const page = await visit(site, '/sandbox/outbox');
  await page.getByRole('heading').first().waitFor();
  const url = `${site.base}/api/admin/jobs`;
  await page.context().addCookies([{ name: 'staff_jobs', value: site.admin.token, url }]);
  const answer = await page.goto(url);
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self'");
  await page.getByText('effects').first().waitFor();
});
