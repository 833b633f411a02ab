import { expect, it } from 'vitest';
import { createPagePreloads } from './page-preloads.ts';

it('preloads the scripts of a page that the site does not load anyway', () => {
  const preload = createPagePreloads(
    JSON.stringify({
      'index.html': { file: 'assets/index.js', imports: ['_react'] },
      _react: { file: 'assets/react.js' },
      _common: { file: 'assets/common.js', imports: ['_react', 'src/features/home/home-page.tsx'] },
      'src/features/home/home-page.tsx': { file: 'assets/home.js', imports: ['_common', 'index.html'] },
      'src/features/booking/book-classes-page.tsx': { file: 'assets/book.js', imports: ['_common'] },
      'src/features/booking/book-classes-sections.tsx': { file: 'assets/sections.js', imports: ['_common'] },
    }),
  );
  const list = (path: string) => preload(path).match(/(fetchpriority="low" )?href="[^"]*"/g);
  expect(list('/')).toEqual(['href="/assets/home.js"', 'href="/assets/common.js"']);
  expect(list('/book-classes')).toEqual([
    'href="/assets/book.js"',
    'href="/assets/common.js"',
    'href="/assets/home.js"',
    'fetchpriority="low" href="/assets/sections.js"',
  ]);
  expect(preload('/account')).toBe('');
  expect(createPagePreloads('{}')('/')).toBe('');
});
