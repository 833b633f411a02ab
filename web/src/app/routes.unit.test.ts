import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sitePageAt, sitePages } from '../../../services/contract/site-pages.ts';

it('has exactly one route for every page that the server answers', () => {
  const source = readFileSync(join(import.meta.dirname, 'routes.tsx'), 'utf8');
  const routes = [...source.matchAll(/<Route\s+path="(\/[^"]*)"/g)].map(([, path]) => path);
  expect(routes.sort()).toEqual(sitePages.map(({ path }) => path).sort());
});

it('finds a page by its path, with or without a slash at the end', () => {
  expect(sitePageAt('/')?.title).toBe(null);
  expect(sitePageAt('/class-levels/')?.title).toBe('Class Levels');
  expect(sitePageAt('/class-levels/none')).toBeUndefined();
  expect(sitePageAt('//')).toBeUndefined();
  expect(sitePageAt('/waitlist/7')?.title).toBe('Waitlist');
  expect(sitePageAt('/waitlist/')).toBeUndefined();
});
