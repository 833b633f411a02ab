import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CachedJson } from './cached-json.ts';

it('says the same compressed, whatever it begins and ends with', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 5_000 }),
      fc.array(fc.string({ unit: 'binary', maxLength: 80 })),
      (start, endings) => {
        const kept = new CachedJson(start);
        for (const ending of ['', ...endings]) {
          expect(kept.plain(ending).toString()).toBe(start + ending);
          expect(gunzipSync(kept.gzipped(ending))).toEqual(kept.plain(ending));
        }
      },
    ),
  );
});

it('is far smaller when much of it repeats', () => {
  const kept = new CachedJson(
    JSON.stringify(Array.from({ length: 60 }, (_, id) => ({ id, name: 'Beginner' }))),
  );
  expect(kept.isWorthCompressing).toBe(true);
  expect(kept.gzipped('now').length).toBeLessThan(kept.plain('now').length / 5);
  expect(new CachedJson('{}').isWorthCompressing).toBe(false);
});
