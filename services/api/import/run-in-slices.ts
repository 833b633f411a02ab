import { setImmediate } from 'node:timers/promises';
import type { Steps } from '#domain/steps.ts';

/** Other requests wait no longer than this. */
const SLICE_MS = 20;

/** Runs long work in slices, between which the process does other work. */
export async function runInSlices<Result>(steps: Steps<Result>): Promise<Result> {
  let end = performance.now() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < end) continue;
    await setImmediate();
    end = performance.now() + SLICE_MS;
  }
}
