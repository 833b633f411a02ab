import { expect, test } from 'vitest';
import { getSiteUrl } from './site-url.ts';

/** Redirects after payments and generated links must lead to the studio, even for a forged Host. */
test.each([
  ['https://book.sea.example', 'book.sea.example', 'https://book.sea.example'],
  ['https://book.sea.example', 'evil.example', 'https://book.sea.example'],
  ['https://book.sea.example', 'localhost:3000', 'https://book.sea.example'],
  ['http://localhost:3000', '127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://localhost:3000', '[::1]:3000', 'http://[::1]:3000'],
  ['http://localhost:3000', 'evil.example', 'http://localhost:3000'],
  ['http://localhost:3000', 'localhost.evil.example', 'http://localhost:3000'],
  ['http://localhost:3000', 'localhost:3000@evil.example', 'http://localhost:3000'],
  ['http://localhost:3000', 'localhost:3000/..//evil.example', 'http://localhost:3000'],
  ['http://localhost:3000', 'evil.example#localhost', 'http://localhost:3000'],
])('gives, for the configured site %s and the host %s, the URL %s', (siteUrl, host, site) => {
  expect(getSiteUrl({ host }, { siteUrl })).toBe(site);
});
