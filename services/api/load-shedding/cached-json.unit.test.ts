import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CachedJson } from './cached-json.ts';

it('unzips to the uncompressed bytes, for any text and ending', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 5_000 }),
      fc.array(fc.string({ unit: 'binary', maxLength: 80 })),
      (start, endings) => {
        const cached = new CachedJson(start);
        for (const ending of ['', ...endings]) {
          expect(cached.toBuffer(ending).toString()).toBe(start + ending);
          expect(gunzipSync(cached.toGzip(ending))).toEqual(cached.toBuffer(ending));
        }
      },
    ),
  );
});

it('compresses repetitive JSON to less than a fifth', () => {
  const cached = new CachedJson(
    JSON.stringify(Array.from({ length: 60 }, (_, id) => ({ id, name: 'Beginner' }))),
  );
  expect(cached.isWorthCompressing).toBe(true);
  expect(cached.toGzip('now').length).toBeLessThan(cached.toBuffer('now').length / 5);
  expect(new CachedJson('{}').isWorthCompressing).toBe(false);
});
