import Fastify from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { expect, it } from 'vitest';
import type { BatchTopics } from '#projections/catch-up/changes.ts';
import { cacheUntilChange } from './cached-answer.ts';

/** An answer that is cached until the catalogue changes; `load` receives how often it was loaded. */
function cacheCatalogue(load: (count: number) => Promise<number>) {
  const app = Fastify().withTypeProvider<ZodTypeProvider>();
  let change: (touched: BatchTopics) => void = () => {};
  let loads = 0;
  const waiter = {
    onProgress(callback: (touched: BatchTopics) => void) {
      change = callback;
      return () => {
        change = () => {};
      };
    },
  };
  const read = cacheUntilChange(app, waiter, 'catalogue', () => {
    loads += 1;
    return load(loads);
  });
  return { read, change: (touched: BatchTopics) => change(touched) };
}

it('loads once, and again only after a change of its kind', async () => {
  const { read, change } = cacheCatalogue(async (count) => count);
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  change([{ kind: 'instructors' }, { kind: 'classes', classId: 1 }]);
  expect(await read()).toBe(1);
  change([{ kind: 'catalogue' }]);
  expect(await read()).toBe(2);
  change('all');
  expect(await read()).toBe(3);
});

it('does not cache an answer that changed while it was being loaded', async () => {
  const first = Promise.withResolvers<number>();
  const { read, change } = cacheCatalogue((count) => (count === 1 ? first.promise : Promise.resolve(count)));
  const early = read();
  change([{ kind: 'catalogue' }]);
  first.resolve(1);
  expect(await early).toBe(1);
  expect(await read()).toBe(2);
});

it('does not cache a failed load', async () => {
  const { read } = cacheCatalogue(async (count) => {
    if (count === 1) throw new Error('no connection');
    return count;
  });
  await expect(read()).rejects.toThrow('no connection');
  expect(await read()).toBe(2);
});
