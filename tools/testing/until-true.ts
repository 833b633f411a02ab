import type { Page } from 'playwright-core';
import { waitFor } from './wait-for.ts';

/** Refuses a promise, which counts as true in JavaScript, so that the test would wait for nothing. */
const evaluateNow = (expression: string): string => `(() => {
  const value = (${expression});
  if (typeof value?.then === 'function') throw new TypeError('The expression gives a promise');
  return Boolean(value);
})()`;

/**
 * Waits until an expression is true in the page. Playwright's `waitForFunction` would evaluate a string inside the page, which the
 * site's content security policy forbids.
 */
export const untilTrue = (page: Page, expression: string): Promise<true> =>
  waitFor(() => page.evaluate<boolean>(evaluateNow(expression)), { what: expression }).then(() => true);
