import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sitePageAt, sitePages } from '../../../services/contract/site-pages.ts';

/** The staff's side, which may have places within a place. */
const staffSide = ['/admin', '/classes'];

it('has a route for every page that the server answers, and the other way round', () => {
  const source = readFileSync(join(import.meta.dirname, 'routes.tsx'), 'utf8');
  const routes = [...source.matchAll(/<Route path="([^"*]+)"/g)].map(([, path]) => `/${path}`);
  const isMemberSide = (path: string) => !staffSide.some((each) => path.startsWith(each));
  const pages = sitePages.map(({ path }) => path).filter(isMemberSide);
  expect(['/', ...routes.filter(isMemberSide)].sort()).toEqual(pages.sort());
});

it('knows a page by its path, with or without a slash at the end', () => {
  expect(sitePageAt('/')?.title).toBe(null);
  expect(sitePageAt('/class-levels/')?.title).toBe('Class Levels');
  expect(sitePageAt('/class-levels/none')).toBeUndefined();
  expect(sitePageAt('//')).toBeUndefined();
  expect(sitePageAt('/waitlist/7')?.title).toBe('Waitlist');
  expect(sitePageAt('/waitlist/')).toBeUndefined();
});
