import Fastify from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { expect, it } from 'vitest';
import type { Touched } from '#projections/waiting/changes.ts';
import { cacheUntilChange } from './cached-answer.ts';

/** What is kept until the catalogue changes; counts how often it was loaded. */
function keptCatalogue(load: (count: number) => Promise<number>) {
  const app = Fastify().withTypeProvider<ZodTypeProvider>();
  let tell: (touched: Touched) => void = () => {};
  let loads = 0;
  const waiter = {
    onProgress(callback: (touched: Touched) => void) {
      tell = callback;
      return () => {
        tell = () => {};
      };
    },
  };
  const ask = cacheUntilChange(app, waiter, 'catalogue', () => {
    loads += 1;
    return load(loads);
  });
  return { app, ask, tell: (touched: Touched) => tell(touched) };
}

it('loads once, and again only for what concerns it', async () => {
  const { ask, tell } = keptCatalogue(async (count) => count);
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  tell([{ kind: 'instructors' }, { kind: 'classes', classId: 1 }]);
  expect(await ask()).toBe(1);
  tell([{ kind: 'catalogue' }]);
  expect(await ask()).toBe(2);
  tell('all');
  expect(await ask()).toBe(3);
});

it('does not keep what was being loaded when it changed', async () => {
  const first = Promise.withResolvers<number>();
  const { ask, tell } = keptCatalogue((count) => (count === 1 ? first.promise : Promise.resolve(count)));
  const early = ask();
  tell([{ kind: 'catalogue' }]);
  first.resolve(1);
  expect(await early).toBe(1);
  expect(await ask()).toBe(2);
});

it('asks again for what could not be loaded', async () => {
  const { ask } = keptCatalogue(async (count) => {
    if (count === 1) throw new Error('no connection');
    return count;
  });
  await expect(ask()).rejects.toThrow('no connection');
  expect(await ask()).toBe(2);
});
