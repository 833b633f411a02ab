import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

test('drops what was used longest ago', () => {
  const cache = new LruCache<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
  cache.set('c', 4);
  expect(cache.get('a')).toBe(1);
  cache.delete('a');
  expect([cache.get('a'), cache.get('c')]).toEqual([undefined, 4]);
});
