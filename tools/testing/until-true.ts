import type { Page } from 'playwright-core';
import { waitFor } from './wait-for.ts';

/**
 * Waits until an expression is true in the page. Playwright's `waitForFunction` would evaluate a string inside the page, which the
 * site's content security policy forbids.
 */
export const untilTrue = (page: Page, expression: string): Promise<true> =>
  waitFor(() => page.evaluate<boolean>(`Boolean(${expression})`), { what: expression }).then(() => true);
