import { expect, it } from 'vitest';
import { describeBrowser } from './describe-browser.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0';

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/131.0.0.0`,
    'Microsoft Edge on Windows',
  ],
  // Only names from the package's own list, never the header's text.
  ['<b>Studio phone</b>/1.0 (call me)', 'Unknown browser'],
  ['Trusted Tablet/2.0 (Windows NT 10.0)', 'Unknown browser on Windows'],
  ['curl/8.0', 'Unknown browser'],
  ['', 'Unknown browser'],
  [undefined, 'Unknown browser'],
  ['x'.repeat(20_000), 'Unknown browser'],
])('describes %s', (userAgent, description) => {
  expect(describeBrowser(userAgent)).toBe(description);
});
