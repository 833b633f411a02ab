import { expect, test } from 'vitest';
import { KeyedQueue } from './keyed-queue.ts';

test('runs tasks of one key in order, one at a time, also after a failure, and other keys concurrently', async () => {
  const queue = new KeyedQueue();
  const seen: string[] = [];
  const first = Promise.withResolvers<void>();
  const a1 = queue.run('a', async () => {
    await first.promise;
    seen.push('a1');
    throw new Error('a1 failed');
  });
  const a2 = queue.run('a', async () => seen.push('a2'));
  await queue.run('b', async () => seen.push('b'));
  expect(seen).toEqual(['b']);
  first.resolve();
  await expect(a1).rejects.toThrow('a1 failed');
  await a2;
  expect(seen).toEqual(['b', 'a1', 'a2']);
});
