import { expect, it } from 'vitest';
import { computeMaxPages } from './compute-max-pages.ts';

it.each([
  [1_024, 512],
  [20_000, 10_000],
  [1_048_576, 10_000],
  [1, 1],
])('leaves half of %i files to requests: %i pages', (files, pages) => {
  expect(computeMaxPages(files)).toBe(pages);
});

it('reads the limit of this process', () => {
  expect(computeMaxPages()).toBeGreaterThan(1);
});
