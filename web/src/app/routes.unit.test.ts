import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findSitePage, sitePages } from '#services/contract/site-pages.ts';

it('has exactly one route for every page that the server answers', () => {
  const sources = ['routes.tsx', 'other-pages.tsx', 'staff-pages.tsx'].map((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  );
  const routes = [...sources.join().matchAll(/<Route\s+path="(\/[^"]*)"/g)].map(([, path]) => path);
  expect(routes.sort()).toEqual(sitePages.map(({ path }) => path).sort());
});

it('finds a page by its path, with or without a slash at the end', () => {
  expect(findSitePage('/')?.title).toBe(null);
  expect(findSitePage('/class-levels/')?.title).toBe('Class Levels');
  expect(findSitePage('/class-levels/none')).toBeUndefined();
  expect(findSitePage('//')).toBeUndefined();
  expect(findSitePage('/waitlist/7')?.title).toBe('Waitlist');
  expect(findSitePage('/waitlist/')).toBeUndefined();
});
