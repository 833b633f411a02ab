import type { Page } from 'playwright-core';
import { waitFor } from './wait-for.ts';

/**
 * Waits until an expression is true in the page. Asked from outside each time: what Playwright's own `waitForFunction` leaves
 * in the page to ask there is a string to be evaluated, which the site's content policy forbids.
 */
export const untilTrue = (page: Page, expression: string, timeout = 30_000): Promise<true> =>
  waitFor(() => page.evaluate<boolean>(`Boolean(${expression})`), { timeout, what: expression }).then(
    () => true,
  );
