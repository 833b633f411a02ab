import { expect, it } from 'vitest';
import type { Steps } from '#domain/steps.ts';
import { runInSlices } from './run-in-slices.ts';

/** Steps of about a millisecond of work each. */
function* work(steps: number): Steps<number> {
  for (let step = 0; step < steps; step += 1) {
    const end = performance.now() + 1;
    while (performance.now() < end);
    yield;
  }
  return steps;
}

it('lets the process do other work between slices, and returns the result', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  expect(await runInSlices(work(100))).toBe(100);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});

it('throws what a step throws', async () => {
  function* fail(): Steps<never> {
    yield;
    throw new Error('a broken step');
  }
  await expect(runInSlices(fail())).rejects.toThrow('a broken step');
});
