import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const script = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Only the violations, without selectors of elements, take a third less time than a full report. */
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  rules: { 'label-content-name-mismatch': { enabled: true } },
  resultTypes: ['violations'],
  selectors: false,
  elementRef: false,
  // The frames of the outbox have no scripts, so axe could not run in them.
  iframes: false,
};

/** The page's accessibility violations by axe, one line a rule. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(script);
  return page.evaluate<string[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))`,
  );
}
