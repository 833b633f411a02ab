import type { Page } from 'playwright-core';
import type { Site } from './site.fixture.ts';
import { type Screen, type VisitOptions, visit } from './visit.fixture.ts';

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

interface StaffVisitOptions extends VisitOptions {
  /** Prepares the page before it opens the staff page. */
  readonly before?: (page: Page) => Promise<unknown>;
}

/** Opens a staff page with this session in a browser context of its own. */
export async function visitWithStaffSession(
  site: Pick<Site, 'base' | 'browser'>,
  path: string,
  session: StoredSession,
  { before, ...options }: StaffVisitOptions = {},
): Promise<Page> {
  // A text of the studio's origin, because another page of the site would cost time for its scripts.
  const page = await visit(site, '/robots.txt', options);
  await before?.(page);
  await openWithStaffSession(page, path, session);
  return page;
}

/** Opens a staff page as an admin. */
export const visitAsAdmin = (
  site: Site,
  path: string,
  screen: Screen = 'desktop',
  expectedStatuses: readonly number[] = [],
): Promise<Page> =>
  visitWithStaffSession(site, path, { token: site.admin.token, role: 'admin' }, { screen, expectedStatuses });
