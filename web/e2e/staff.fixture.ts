import type { Page } from 'playwright-core';
import type { Site } from './site.fixture.ts';
import { PLAIN_TEXT_PATH, type Screen, visit } from './visit.fixture.ts';

interface StoredSession {
  readonly token: string;
  readonly role: 'admin' | 'instructor';
  /** Of a session by an account. */
  readonly name?: string;
  readonly staffId?: string;
}

/** Opens a staff page with this session in the tab, without the sign-in that staff-gate.e2e.test.ts covers. */
export async function openWithStaffSession(page: Page, path: string, session: StoredSession): Promise<void> {
  const stored = JSON.stringify({ name: null, staffId: null, ...session });
  await page.evaluate(`sessionStorage.setItem('staffSession', ${JSON.stringify(stored)})`);
  await page.goto(path);
}

/** Opens a staff page as an admin. */
export async function visitAsAdmin(
  site: Site,
  path: string,
  screen: Screen = 'desktop',
  expectedStatuses: readonly number[] = [],
): Promise<Page> {
  const page = await visit(site, PLAIN_TEXT_PATH, { screen, expectedStatuses });
  await openWithStaffSession(page, path, { token: site.admin.token, role: 'admin' });
  return page;
}
