import type { Page } from 'playwright-core';
import type { Site } from './site.fixture.ts';
import { type Screen, visit } from './visit.fixture.ts';

/** Opens a staff page with an admin's session in the browser's tab: the gate has tests of its own. */
export async function visitAsAdmin(
  site: Site,
  path: string,
  screen: Screen = 'desktop',
  refusals: readonly number[] = [],
): Promise<Page> {
  const page = await visit(site, '/privacy-policy', { screen, refusals });
  const session = JSON.stringify({ token: site.admin.token, role: 'admin', name: null, staffId: null });
  await page.evaluate(`sessionStorage.setItem('staffSession', ${JSON.stringify(session)})`);
  await page.goto(path);
  return page;
}
