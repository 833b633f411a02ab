import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSite, type Site } from './site.fixture.ts';
import { visit } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

// Each page has a content security policy of its own, whose violations `visit` reports.
it('the API’s documentation renders and requests no other host', async () => {
  const page = await visit(site, '/api/docs');
  await page.getByRole('heading', { name: /booking API/ }).waitFor();
  await page.locator('[data-path="/health/live"]').first().waitFor();
});

it('the page of background jobs renders for an admin and requests no other host', async () => {
  const page = await visit(site, '/sandbox/outbox');
  await page.getByRole('heading').first().waitFor();
  const url = `${site.base}/api/admin/jobs`;
  await page.context().addCookies([{ name: 'staff_jobs', value: site.admin.token, url: site.base }]);
  const answer = await page.goto(url);
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self'");
  await page.getByText('effects').first().waitFor();
});
